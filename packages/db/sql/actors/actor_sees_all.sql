-- Whether the actor sees the whole catalog, not only the channels that its membership is restricted to.
CREATE OR REPLACE FUNCTION actor_sees_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT public.acts_for_workspace() OR (public.actor_role() IS NOT NULL AND public.actor_channels() IS NULL)
$$;
