-- All spellings of a word with two adjacent letters swapped.
CREATE OR REPLACE FUNCTION search_swapped(p_word text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(overlay(p_word PLACING reverse(substr(p_word, n, 2)) FROM n FOR 2))
  FROM generate_series(1, length(p_word) - 1) AS n
$$;
