-- The words of a product that can correct a misspelled word: those of its names, which are the first line.
CREATE OR REPLACE FUNCTION search_vocabulary_of(words text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM string_to_table(split_part(words, E'\n', 1), ' ') AS word
  WHERE search_corrects(word)
$$;
