-- An API key no longer manages the workspace once the person who created it, directly or through other keys, is no
-- longer one of its owners and admins.
ALTER TABLE api_keys ADD COLUMN management_ended_at timestamptz(3);

SET LOCAL ROLE skucast_system;
SET LOCAL row_security = on;
WITH RECURSIVE managing AS (
  SELECT k.workspace_id, k.id FROM api_keys k
  WHERE k.created_by IS NULL OR NOT (starts_with(k.created_by, 'usr_') OR starts_with(k.created_by, 'key_'))
    OR EXISTS (SELECT FROM memberships m
      WHERE m.workspace_id = k.workspace_id AND m.user_id = k.created_by AND m.role IN ('owner', 'admin'))
  UNION
  SELECT k.workspace_id, k.id FROM api_keys k JOIN managing m ON m.workspace_id = k.workspace_id AND m.id = k.created_by
)
UPDATE api_keys SET management_ended_at = now()
WHERE channel_ids IS NULL AND (scopes IS NULL OR 'workspace:manage' = ANY (string_to_array(scopes, ' ')))
  AND (workspace_id, id) NOT IN (SELECT workspace_id, id FROM managing);
RESET ROLE;
SET LOCAL row_security = off;

CREATE TRIGGER journal_management AFTER UPDATE OF management_ended_at ON api_keys FOR EACH ROW
  WHEN (OLD.management_ended_at IS DISTINCT FROM NEW.management_ended_at) EXECUTE FUNCTION journal_revocation();
