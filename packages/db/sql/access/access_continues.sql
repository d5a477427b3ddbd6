-- Called by the previous version. withEndedAccess (packages/db/src/access) replaces it.
CREATE OR REPLACE FUNCTION access_continues(p_workspace text, p_holder text) RETURNS boolean LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT EXISTS (
    SELECT FROM api_keys WHERE workspace_id = p_workspace AND id = p_holder
      AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
  ) OR EXISTS (
    SELECT FROM oauth_grants former
    JOIN oauth_grants g ON g.workspace_id = former.workspace_id AND g.user_id = former.user_id AND g.client_id = former.client_id
    WHERE former.workspace_id = p_workspace AND former.id = p_holder AND g.revoked_at IS NULL AND g.expires_at > now()
  )
$$;
REVOKE ALL ON FUNCTION access_continues FROM PUBLIC;
GRANT EXECUTE ON FUNCTION access_continues TO skucast_system;
