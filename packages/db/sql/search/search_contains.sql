-- The condition that the words contain one word, as SQL on `s`.
CREATE OR REPLACE FUNCTION search_contains(p_word text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT format('s.words LIKE %L', '%' || replace(replace(replace(p_word, '\', '\\'), '%', '\%'), '_', '\_') || '%')
$$;
