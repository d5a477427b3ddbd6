-- The conditions of a search as SQL on `s`. With p_words_lead, columns with an index of their own are hidden from
-- the planner, which would otherwise not use the index of words.
CREATE OR REPLACE FUNCTION search_conditions_term(p_conditions jsonb, p_words_lead boolean) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(string_agg(
    CASE WHEN c ? 'status' THEN format(' AND s.status%s = %L', hidden, c->>'status') ELSE '' END
    || CASE WHEN filters.term = 'true' THEN ''
       WHEN c ? 'include_skus' THEN format(' AND (%s OR s.sku = ANY (%L::text[]))', filters.term, jsonb_texts(c->'include_skus'))
       ELSE ' AND ' || filters.term END, ''), '')
  FROM jsonb_array_elements(p_conditions) AS c, (SELECT CASE WHEN p_words_lead THEN ' || ''''' ELSE '' END) AS plain (hidden), LATERAL (
    SELECT 'true'
      || CASE WHEN c ? 'availability'
         THEN format(' AND s.availability%s = ANY (%L::text[])', hidden, jsonb_texts(c->'availability')) ELSE '' END
      || CASE WHEN c ? 'brand' THEN format(' AND s.brand = ANY (%L::text[])', jsonb_texts(c->'brand')) ELSE '' END
      || coalesce((SELECT string_agg(' AND ' || search_contains(word), '')
         FROM jsonb_array_elements_text(CASE WHEN c ? 'words' THEN c->'words' END) AS word), '') AS term
  ) AS filters
$$;
