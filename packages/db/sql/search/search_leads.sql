-- The condition that leads to the rows with one of each of some alternatives, and with the words of the conditions, by
-- their index, as SQL on `s`.
CREATE OR REPLACE FUNCTION search_leads(p_terms_of text, p_alternatives jsonb, p_conditions jsonb) RETURNS text
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT search_led(coalesce(jsonb_agg(to_jsonb(required.lead)) FILTER (WHERE required.lead IS NOT NULL), '[]'))
    || coalesce((
      SELECT string_agg(format(' AND (%s OR s.sku = ANY (%L::text[]))', search_led(leads.of_words), jsonb_texts(c->'include_skus')), '')
      FROM jsonb_array_elements(p_conditions) AS c, LATERAL (
        SELECT coalesce(jsonb_agg(to_jsonb(lead)) FILTER (WHERE lead IS NOT NULL), '[]') AS of_words
        FROM jsonb_array_elements_text(CASE WHEN c ? 'words' THEN c->'words' END) AS word, search_lead(p_terms_of, ARRAY[word]) AS lead
      ) AS leads WHERE c ? 'include_skus' AND c ? 'words'), '')
  FROM (
    SELECT search_lead(p_terms_of, jsonb_texts(words)) AS lead FROM jsonb_array_elements(p_alternatives) AS words
    UNION ALL SELECT search_lead(p_terms_of, ARRAY[word])
    FROM jsonb_array_elements(p_conditions) AS c, jsonb_array_elements_text(CASE WHEN c ? 'words' THEN c->'words' END) AS word
    WHERE NOT c ? 'include_skus'
  ) AS required
$$;
REVOKE ALL ON FUNCTION search_leads FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_leads TO skucast_search;
