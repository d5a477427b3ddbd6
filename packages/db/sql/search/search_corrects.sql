-- Whether a word of a name can correct a misspelled word.
CREATE OR REPLACE FUNCTION search_corrects(p_word text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT length(p_word) BETWEEN 3 AND 40 AND p_word !~ '[0-9\s]'
$$;
