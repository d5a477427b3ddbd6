-- The list of the words that rows may have numbers of. Null if the rows have no numbers.
CREATE OR REPLACE FUNCTION search_terms_of(p_words_of text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_words_of LIKE 'product\_words s WHERE %' THEN 'search_terms' || substr(p_words_of, 14) END
$$;
