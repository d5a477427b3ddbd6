-- Public products that contain most of two or more words, the best first. The caller compares them with the words again,
-- as the channel shows them.
CREATE OR REPLACE FUNCTION directory_ranked(p_words text[], p_catalog text, p_availability text, p_limit integer)
RETURNS TABLE (catalog_id text, sku text, doc text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, p.sku, directory_doc(p.doc, c.id)
  FROM public_search_ranked((SELECT w.workspace_id FROM channels w WHERE w.id = p_catalog), p_catalog, p_words, p_limit, CASE WHEN p_availability IS NULL THEN '[]'
    ELSE jsonb_build_array(jsonb_build_object('availability', jsonb_build_array(p_availability))) END) AS r
  JOIN channels c ON c.id = r.channel_id AND c.workspace_id = r.workspace_id AND c.in_public_directory AND c.status = 'active'
  JOIN products p ON p.workspace_id = r.workspace_id AND p.sku = r.sku
    AND channel_selects(c.selection, p.sku, p.availability, p.brand, p.doc)
  ORDER BY r.score DESC, c.id, p.sku
$$;
ALTER FUNCTION directory_ranked OWNER TO skucast_directory;
REVOKE ALL ON FUNCTION directory_ranked FROM PUBLIC;
GRANT EXECUTE ON FUNCTION directory_ranked TO skucast_public;
