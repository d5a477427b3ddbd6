-- Whether the actor may see the workspace: a member of it, or a key or worker.
CREATE OR REPLACE FUNCTION actor_is_member() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT public.acts_for_workspace() OR public.actor_role() IS NOT NULL
$$;
