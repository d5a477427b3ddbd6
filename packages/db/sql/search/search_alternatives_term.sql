-- The condition that the words contain one of each of some alternatives, as SQL on `s`.
CREATE OR REPLACE FUNCTION search_alternatives_term(p_alternatives jsonb) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
  SELECT coalesce(string_agg(' AND ' || coalesce(
    (SELECT '(' || string_agg(search_contains(word), ' OR ') || ')' FROM jsonb_array_elements_text(words) AS word), 'false'), ''), '')
  FROM jsonb_array_elements(p_alternatives) AS words
$$;
