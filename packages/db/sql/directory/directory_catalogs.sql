-- Published channels in the order of their ids, either after an id or with the given ids, as JSON with the settings
-- that map their products.
CREATE OR REPLACE FUNCTION directory_catalogs(p_ids text[], p_after text, p_limit integer) RETURNS TABLE (id text, channel json)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.id, json_build_object('id', c.id, 'name', c.name, 'profile', c.profile, 'market', c.market,
    'definition', c.profile_definition, 'defaults', c.defaults, 'rules', c.rules, 'updated_at', c.updated_at,
    'domains', (SELECT coalesce(json_agg(d.domain ORDER BY d.domain), '[]') FROM workspace_domains d WHERE d.workspace_id = c.workspace_id))
  FROM channels c
  WHERE c.in_public_directory AND c.status = 'active' AND c.id > p_after AND (p_ids IS NULL OR c.id = ANY (p_ids))
  ORDER BY c.id LIMIT p_limit
$$;
ALTER FUNCTION directory_catalogs OWNER TO skucast_directory;
REVOKE ALL ON FUNCTION directory_catalogs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION directory_catalogs TO skucast_public;
