-- Ids of the webhook endpoints that the transaction may not see: those that receive the audit log, unless it may be read.
-- A policy compares ids with this list, which is read once for a statement. Runs as skucast_system, which sees them.
CREATE OR REPLACE FUNCTION hidden_endpoints() RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT ARRAY(
    SELECT id FROM webhook_endpoints
    WHERE workspace_id = current_workspace() AND event_types ? 'audit_entry.created' AND NOT reads_audit_log())
$$;
ALTER FUNCTION hidden_endpoints OWNER TO skucast_system;

-- The planner expects IS NOT NULL to keep almost every row, as this does. It expects `<> ALL` to hide almost every row, and
-- then reads all deliveries of an endpoint instead of the newest ones.
DROP POLICY IF EXISTS audit_log_readers ON deliveries;
CREATE POLICY audit_log_readers ON deliveries AS RESTRICTIVE TO skucast_app
  USING ((CASE WHEN endpoint_id = ANY ((SELECT hidden_endpoints())::text[]) THEN NULL ELSE true END) IS NOT NULL)
  WITH CHECK ((CASE WHEN endpoint_id = ANY ((SELECT hidden_endpoints())::text[]) THEN NULL ELSE true END) IS NOT NULL);
DROP POLICY IF EXISTS audit_log_readers ON webhook_recoveries;
CREATE POLICY audit_log_readers ON webhook_recoveries AS RESTRICTIVE TO skucast_app
  USING (endpoint_id <> ALL ((SELECT hidden_endpoints())::text[]))
  WITH CHECK (endpoint_id <> ALL ((SELECT hidden_endpoints())::text[]));
DROP POLICY IF EXISTS audit_log_readers ON incidents;
CREATE POLICY audit_log_readers ON incidents AS RESTRICTIVE TO skucast_app
  USING (object_id <> ALL ((SELECT hidden_endpoints())::text[]))
  WITH CHECK (object_id <> ALL ((SELECT hidden_endpoints())::text[]));
