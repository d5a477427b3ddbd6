-- The API keeps words in small letters with a blank between; what was stored before may have signs around them. The first eight
-- count (LIMITS.searchWordsMax).
CREATE OR REPLACE FUNCTION selection_patterns(p_query text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg('%' || replace(replace(replace(coalesce(nullif(bare, ''), word), '\', '\\'), '%', '\%'), '_', '\_') || '%')
  FROM (
    SELECT part FROM regexp_split_to_table(lower(p_query), '\s+') WITH ORDINALITY AS parts (part, place) ORDER BY place LIMIT 8
  ) AS first (word), regexp_replace(word, '^[[:punct:]]+|[[:punct:]]+$', '', 'g') AS bare
$$;
