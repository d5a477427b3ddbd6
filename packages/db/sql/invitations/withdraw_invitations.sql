-- Revokes the invitations of a member who leaves, or whose new role may not create them.
CREATE OR REPLACE FUNCTION withdraw_invitations() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE invitations SET revoked_at = now()
  WHERE workspace_id = OLD.workspace_id AND invited_by = OLD.user_id AND accepted_at IS NULL AND revoked_at IS NULL
    AND (TG_OP = 'DELETE' OR NEW.role NOT IN ('owner', 'admin') OR (role = 'owner' AND NEW.role <> 'owner'));
  RETURN NULL;
END
$$;
ALTER FUNCTION withdraw_invitations OWNER TO skucast_system;
