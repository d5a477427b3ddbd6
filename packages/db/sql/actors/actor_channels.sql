-- Ids of the channels that the actor is restricted to; null when it is not, or is no member.
CREATE OR REPLACE FUNCTION actor_channels() RETURNS jsonb LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT channel_ids FROM memberships WHERE workspace_id = current_workspace() AND user_id = current_actor()
$$;
ALTER FUNCTION actor_channels OWNER TO skucast_lookup;
