-- Revokes the open invitations of an API key that is revoked, or may no longer manage the workspace.
CREATE OR REPLACE FUNCTION withdraw_key_invitations() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invitations SET revoked_at = now()
  WHERE workspace_id = NEW.workspace_id AND invited_by = NEW.id AND accepted_at IS NULL AND revoked_at IS NULL;
  RETURN NULL;
END
$$;
ALTER FUNCTION withdraw_key_invitations OWNER TO skucast_system;
CREATE OR REPLACE TRIGGER withdraw_key_invitations AFTER UPDATE OF revoked_at, management_ended_at ON api_keys FOR EACH ROW
  WHEN (NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL OR NEW.management_ended_at IS NOT NULL AND OLD.management_ended_at IS NULL)
  EXECUTE FUNCTION withdraw_key_invitations();
