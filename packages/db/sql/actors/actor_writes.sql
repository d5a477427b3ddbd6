-- Whether the actor may change products, channels, feeds, destinations and webhooks.
CREATE OR REPLACE FUNCTION actor_writes() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT public.acts_for_workspace() OR coalesce(public.actor_role() IN ('owner', 'admin', 'editor'), false)
$$;
