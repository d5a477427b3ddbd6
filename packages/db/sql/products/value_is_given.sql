-- Whether a product has a value: text, a number or a flag, or an object or list that is not empty.
CREATE OR REPLACE FUNCTION value_is_given(given jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(CASE pg_catalog.jsonb_typeof(given)
    WHEN 'object' THEN given <> '{}'
    WHEN 'array' THEN EXISTS (
      SELECT FROM pg_catalog.jsonb_array_elements(given) AS item WHERE item.value NOT IN ('null', '""', '{}', '[]'))
    ELSE given NOT IN ('null', '""')
  END, false)
$$;
