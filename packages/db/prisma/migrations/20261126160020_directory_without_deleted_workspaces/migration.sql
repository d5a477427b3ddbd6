-- The public directory hides the channels of a workspace as soon as its deletion was requested.

CREATE POLICY to_be_deleted ON workspaces FOR SELECT TO skucast_directory USING (deletes_at IS NOT NULL);
GRANT SELECT (id, deletes_at) ON workspaces TO skucast_directory;
DROP POLICY in_directory ON channels;
CREATE POLICY in_directory ON channels FOR SELECT TO skucast_directory USING (
  in_public_directory AND status = 'active' AND directory_blocked_at IS NULL
  AND NOT EXISTS (SELECT FROM workspaces w WHERE w.id = channels.workspace_id AND w.deletes_at IS NOT NULL)
);
