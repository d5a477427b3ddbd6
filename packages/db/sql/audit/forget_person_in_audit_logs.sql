-- Called by the previous version, which deletes a person with it. forget_person replaces it.
CREATE OR REPLACE FUNCTION forget_person_in_audit_logs(p_user text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_addresses text[];
BEGIN
  PERFORM set_config('app.actor', '*', true);
  SELECT array_agg(email) INTO v_addresses FROM users WHERE id = p_user;
  SELECT v_addresses || coalesce(array_agg(DISTINCT e.details->>'previous'), '{}') INTO v_addresses
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
REVOKE ALL ON FUNCTION forget_person_in_audit_logs FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_person_in_audit_logs TO skucast_system;
