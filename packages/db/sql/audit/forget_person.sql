-- Removes the name and the addresses of a person from the audit logs of all workspaces, when their account is deleted. What
-- they did stays, with their id. Runs as the owner of the tables: no other role may change an entry. Each workspace is
-- looked up by index.
CREATE OR REPLACE FUNCTION forget_person(p_user text, p_email text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_addresses text[];
BEGIN
  PERFORM set_config('app.actor', '*', true);
  SELECT p_email || coalesce(array_agg(DISTINCT e.details->>'previous'), '{}') INTO v_addresses
  FROM workspaces w JOIN audit_entries e ON e.workspace_id = w.id AND e.object_id = p_user
  WHERE e.action = 'member.email_changed' AND e.details ? 'previous';
  UPDATE audit_entries e SET actor = e.actor - 'email' || '{"account_deleted": true}'
  FROM workspaces w WHERE e.workspace_id = w.id AND e.actor->>'id' = p_user;
  UPDATE audit_entries e
  SET details = CASE e.action WHEN 'member.email_changed' THEN e.details - 'previous' ELSE e.details - 'name' - 'email' END
    || '{"account_deleted": true}'
  FROM workspaces w WHERE e.workspace_id = w.id AND e.object_id = p_user AND starts_with(e.action, 'member.');
  UPDATE audit_entries e SET details = e.details - 'email' || '{"account_deleted": true}'
  FROM workspaces w
  WHERE e.workspace_id = w.id AND e.action IN ('invitation.created', 'invitation.revoked')
    AND e.details->>'email' = ANY (v_addresses);
END
$$;
REVOKE ALL ON FUNCTION forget_person FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_person TO skucast_system;
