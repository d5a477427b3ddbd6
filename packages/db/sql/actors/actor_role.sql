-- Role of the actor in the workspace of the transaction; null when it is no member. It runs as skucast_lookup, to which
-- the policies of members do not apply: a policy on memberships that read memberships would never end.
CREATE OR REPLACE FUNCTION actor_role() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT role FROM memberships WHERE workspace_id = current_workspace() AND user_id = current_actor()
$$;
ALTER FUNCTION actor_role OWNER TO skucast_lookup;
