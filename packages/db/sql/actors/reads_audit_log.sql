-- Whether the transaction may see what the audit log shows: its caller has the permission to manage the workspace, and
-- the actor has the role. Keys without that permission, connected apps and most workers have not set it.
CREATE OR REPLACE FUNCTION reads_audit_log() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(current_setting('app.reads_audit_log', true) = 'on', false) AND public.actor_manages()
$$;

-- An endpoint that receives the audit log is seen, created and changed by those who may read it.
DROP POLICY IF EXISTS audit_log_readers ON webhook_endpoints;
CREATE POLICY audit_log_readers ON webhook_endpoints AS RESTRICTIVE TO skucast_app
  USING ((SELECT reads_audit_log()) OR NOT event_types ? 'audit_entry.created')
  WITH CHECK ((SELECT reads_audit_log()) OR NOT event_types ? 'audit_entry.created');

-- Events with entries of the audit log, and tests of the endpoints that receive them.
DROP POLICY IF EXISTS audit_log_readers ON events;
CREATE POLICY audit_log_readers ON events AS RESTRICTIVE FOR SELECT TO skucast_app
  USING ((SELECT reads_audit_log()) OR CASE type
    WHEN 'audit_entry.created' THEN false
    WHEN 'webhook.test' THEN coalesce(data::json->'object'->>'endpoint_id', '') <> ALL ((SELECT hidden_endpoints())::text[])
    ELSE true END);
