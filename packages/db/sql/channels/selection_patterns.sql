-- Patterns for the words of a selection. Words are split, lower-cased and stripped of punctuation here, because stored
-- selections may contain any white space and punctuation. Only the first eight words count (LIMITS.searchWordsMax).
CREATE OR REPLACE FUNCTION selection_patterns(p_query text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg('%' || replace(replace(replace(coalesce(nullif(bare, ''), word), '\', '\\'), '%', '\%'), '_', '\_') || '%')
  FROM (
    SELECT part FROM regexp_split_to_table(lower(p_query), '\s+') WITH ORDINALITY AS parts (part, place) ORDER BY place LIMIT 8
  ) AS first (word), regexp_replace(word, '^[[:punct:]]+|[[:punct:]]+$', '', 'g') AS bare
$$;
