-- The parts of a text of search_texts between spaces, each as often as it occurs.
CREATE OR REPLACE FUNCTION search_word_list(p_text text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_to_array(p_text, ' ')
$$;
