-- The filter whose key is used to read the next products: the most selective one.
CREATE OR REPLACE FUNCTION search_key_term(p_conditions jsonb) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce((
    SELECT key.term FROM jsonb_array_elements(p_conditions) AS c, LATERAL (
      SELECT 1 AS place, format(' AND s.brand = %L', c->'brand'->>0) AS term
      WHERE jsonb_array_length(c->'brand') = 1 AND NOT c ? 'include_skus'
      UNION ALL SELECT 2, format(' AND s.status = %L', c->>'status') WHERE c->>'status' <> 'active'
      UNION ALL SELECT 3, format(' AND s.availability = %L', c->'availability'->>0)
      WHERE jsonb_array_length(c->'availability') = 1 AND NOT c ? 'include_skus'
      UNION ALL SELECT 4, ' AND s.status = ''active''' WHERE c->>'status' = 'active'
    ) AS key ORDER BY key.place LIMIT 1
  ), '')
$$;
