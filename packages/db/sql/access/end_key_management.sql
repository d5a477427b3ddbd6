-- Ends the management of the workspace by the keys of a member who leaves, or whose new role does not manage: those that
-- they created, and those that these created. The keys keep their other rights.
CREATE OR REPLACE FUNCTION end_key_management() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  WITH RECURSIVE theirs AS (
    SELECT id FROM api_keys WHERE workspace_id = OLD.workspace_id AND created_by = OLD.user_id
    UNION
    SELECT k.id FROM api_keys k JOIN theirs t ON k.created_by = t.id WHERE k.workspace_id = OLD.workspace_id
  )
  UPDATE api_keys SET management_ended_at = now()
  WHERE workspace_id = OLD.workspace_id AND id IN (SELECT id FROM theirs) AND management_ended_at IS NULL
    AND channel_ids IS NULL AND (scopes IS NULL OR 'workspace:manage' = ANY (string_to_array(scopes, ' ')));
  RETURN NULL;
END
$$;
ALTER FUNCTION end_key_management OWNER TO skucast_system;
CREATE OR REPLACE TRIGGER end_key_management AFTER UPDATE OF role ON memberships FOR EACH ROW
  WHEN (OLD.role IN ('owner', 'admin') AND NEW.role NOT IN ('owner', 'admin')) EXECUTE FUNCTION end_key_management();
CREATE OR REPLACE TRIGGER end_key_management_of_gone AFTER DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION end_key_management();
