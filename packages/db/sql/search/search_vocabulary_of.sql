-- The words of a product that can correct a misspelt word.
CREATE OR REPLACE FUNCTION search_vocabulary_of(words text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT word FROM regexp_split_to_table(words, '\s+') AS word WHERE word ~ '^[^0-9]{3,40}$'
$$;
