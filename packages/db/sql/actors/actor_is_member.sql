-- Whether the actor may see the workspace: it is a member, an API key or a worker.
CREATE OR REPLACE FUNCTION actor_is_member() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT public.acts_for_workspace() OR public.actor_role() IS NOT NULL
$$;
