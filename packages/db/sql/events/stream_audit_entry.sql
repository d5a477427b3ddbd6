-- Appends an event with a new entry of the audit log if an endpoint of the workspace receives it. A trigger, so that it
-- applies to every writer, in the transaction of the entry: the event exists if and only if the entry does. Its id is
-- the one of the entry with another prefix. Runs as skucast_system, because the writer may not be allowed to append events. The names of people and
-- apps come from the writer (app.actor_names): they are in home tables.
CREATE OR REPLACE FUNCTION stream_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_event constant text := 'evt' || substr(NEW.id, 4);
  v_given constant jsonb := coalesce(nullif(current_setting('app.actor_names', true), ''), '{}')::jsonb;
  v_names jsonb;
BEGIN
  IF EXISTS (SELECT FROM webhook_endpoints e WHERE e.workspace_id = NEW.workspace_id AND e.event_types ? 'audit_entry.created') THEN
    v_names := jsonb_strip_nulls(jsonb_build_object(
      'name', CASE NEW.actor ->> 'type'
        WHEN 'api_key' THEN (SELECT k.name FROM api_keys k WHERE k.workspace_id = NEW.workspace_id AND k.id = NEW.actor ->> 'id')
        ELSE v_given ->> 'name' END,
      'app_name', v_given ->> 'app_name'));
    INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
    VALUES (NEW.workspace_id, v_event, 'audit_entry.created', NEW.id, 1, json_build_object(
      'object', json_build_object(
        'id', NEW.id,
        'at', to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'actor', NEW.actor || v_names,
        'action', NEW.action,
        'object', json_build_object('type', split_part(NEW.action, '.', 1), 'id', NEW.object_id),
        'details', NEW.details,
        'ip', NEW.ip,
        'user_agent', NEW.user_agent,
        'request_id', NEW.request_id,
        'server_request_id', NEW.server_request_id),
      'previous', '{}'::json)::text, NEW.at);
    INSERT INTO outbox (workspace_id, event_id, created_at) VALUES (NEW.workspace_id, v_event, NEW.at);
  END IF;
  RETURN NULL;
END
$$;
ALTER FUNCTION stream_audit_entry OWNER TO skucast_system;

CREATE OR REPLACE TRIGGER stream_audit_entry AFTER INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION stream_audit_entry();
