-- Two conditions that lead to the rows with one of some words by their index, as SQL on `s`: on the numbers of words, and
-- on codes. A row with such a word meets one of them. Some others do as well, so the words are compared too. Null if the
-- rows have no numbers of words, or if so many words contain one of the given ones that the rows are frequent anyway.
CREATE OR REPLACE FUNCTION search_lead(p_terms_of text, p_words text[]) RETURNS text[]
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp
SET enable_indexscan = off SET enable_indexonlyscan = off SET enable_seqscan = off AS $$
DECLARE
  terms_max CONSTANT integer := 8000;
  v_any text := (SELECT string_agg(search_contains(word), ' OR ') FROM unnest(p_words) AS word);
  v_terms integer[];
BEGIN
  IF p_terms_of IS NULL OR v_any IS NULL OR EXISTS (SELECT FROM unnest(p_words) AS word WHERE octet_length(word) < 3) THEN
    RETURN NULL;
  END IF;
  EXECUTE format(
    'SELECT coalesce(array_agg(hashtext(found.words)), ''{}'')
     FROM (SELECT s.words FROM (SELECT word AS words FROM %s) AS s WHERE %s LIMIT %s) AS found',
    p_terms_of, v_any, terms_max + 1) INTO v_terms;
  IF cardinality(v_terms) > terms_max THEN
    RETURN NULL;
  END IF;
  RETURN ARRAY[format('s.terms && %L::integer[]', v_terms), format('(%s)', replace(v_any, 's.words LIKE', 's.codes LIKE'))];
END
$$;
REVOKE ALL ON FUNCTION search_lead FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_lead TO skucast_search;
