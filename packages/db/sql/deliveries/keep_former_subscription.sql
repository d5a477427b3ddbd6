-- Keeps what an endpoint subscribed to when its subscription changes, with the positions of the events that were committed
-- before: the one of this transaction ("own"), and those before "until" that are not "open". A new endpoint subscribed to
-- nothing before. Events are planned after they were committed, by the subscription of their time. A trigger, so that it
-- applies to every writer. Runs as skucast_system, which may read the offset of positions.
CREATE OR REPLACE FUNCTION keep_former_subscription() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
  v_own constant bigint := pg_current_xact_id()::text::bigint;
  v_snapshot constant pg_snapshot := pg_current_snapshot();
  v_offset bigint;
  v_kept jsonb;
BEGIN
  SELECT position_offset INTO STRICT v_offset FROM event_log;
  SELECT coalesce(jsonb_agg(k.entry ORDER BY k.place), '[]') INTO STRICT v_kept
  FROM (
    SELECT o.entry, o.place FROM jsonb_array_elements(OLD.former_subscriptions) WITH ORDINALITY AS o (entry, place)
    WHERE (o.entry ->> 'replaced_at')::timestamptz > now() - interval '7 days'
    ORDER BY o.place DESC LIMIT 19
  ) k;
  NEW.former_subscriptions := v_kept || jsonb_build_object(
    'event_types', coalesce(OLD.event_types, '[]'),
    'channel_ids', OLD.channel_ids,
    'own', v_own + v_offset,
    'until', pg_snapshot_xmax(v_snapshot)::text::bigint + v_offset,
    'open', (SELECT coalesce(jsonb_agg(x.id::text::bigint + v_offset), '[]') FROM pg_snapshot_xip(v_snapshot) AS x (id)),
    'replaced_at', now());
  RETURN NEW;
END
$$;
ALTER FUNCTION keep_former_subscription OWNER TO skucast_system;

CREATE OR REPLACE TRIGGER keep_no_subscription BEFORE INSERT ON webhook_endpoints
FOR EACH ROW EXECUTE FUNCTION keep_former_subscription();

CREATE OR REPLACE TRIGGER keep_former_subscription BEFORE UPDATE ON webhook_endpoints
FOR EACH ROW WHEN (OLD.event_types IS DISTINCT FROM NEW.event_types OR OLD.channel_ids IS DISTINCT FROM NEW.channel_ids)
EXECUTE FUNCTION keep_former_subscription();
