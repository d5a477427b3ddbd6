-- The text of a value of a product as conditions compare it: items of a list separated by commas, null for an object, an
-- empty string or nothing. Numbers have no trailing zeros.
CREATE OR REPLACE FUNCTION value_text(given jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE pg_catalog.jsonb_typeof(given)
    WHEN 'string' THEN nullif(given #>> '{}', '')
    WHEN 'number' THEN pg_catalog.trim_scale((given #>> '{}')::numeric)::text
    WHEN 'boolean' THEN given #>> '{}'
    WHEN 'array' THEN (
      SELECT nullif(pg_catalog.string_agg(CASE WHEN pg_catalog.jsonb_typeof(item.value) NOT IN ('object', 'array', 'null')
        THEN nullif(item.value #>> '{}', '') END, ', ' ORDER BY item.ordinality), '')
      FROM pg_catalog.jsonb_array_elements(given) WITH ORDINALITY AS item)
  END
$$;
