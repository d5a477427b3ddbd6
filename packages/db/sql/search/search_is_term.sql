-- Whether a word has a number. Shorter ones are not looked up, and longer ones are codes.
CREATE OR REPLACE FUNCTION search_is_term(p_word text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT octet_length(p_word) BETWEEN 3 AND 120
$$;
