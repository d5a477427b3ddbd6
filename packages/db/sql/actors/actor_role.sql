-- Role of the actor in the workspace of the transaction. Null if it is not a member. An API key that is limited to
-- channels acts as an editor, or as a viewer if none of its scopes writes. Runs as skucast_lookup, to which the
-- policies of members do not apply: a policy on memberships that reads memberships would recurse infinitely.
CREATE OR REPLACE FUNCTION actor_role() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT role FROM memberships WHERE workspace_id = current_workspace() AND user_id = current_actor()
  UNION ALL
  SELECT CASE WHEN scopes IS NULL OR scopes LIKE '%:write%' THEN 'editor' ELSE 'viewer' END FROM api_keys
  WHERE workspace_id = current_workspace() AND id = current_actor() AND channel_ids IS NOT NULL
    AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
$$;
ALTER FUNCTION actor_role OWNER TO skucast_lookup;
