-- Whether the actor may change members, invitations, API keys and connected apps.
CREATE OR REPLACE FUNCTION actor_manages() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT public.acts_for_workspace() OR coalesce(public.actor_role() IN ('owner', 'admin'), false)
$$;
