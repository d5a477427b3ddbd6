-- Keeps the single events that leave the outbox, so that they can be planned if the bus loses them. The relay deletes them
-- in the transaction in which the bus confirms them. A workspace without an endpoint has nothing to plan.
CREATE OR REPLACE FUNCTION note_sent_events() RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO sent_events (workspace_id, event_id, sent_at)
  SELECT s.workspace_id, s.event_id, now() FROM sent s
  WHERE NOT s.is_bulk AND EXISTS (SELECT FROM webhook_endpoints e WHERE e.workspace_id = s.workspace_id)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER note_sent_events AFTER DELETE ON outbox
REFERENCING OLD TABLE AS sent FOR EACH STATEMENT EXECUTE FUNCTION note_sent_events();
