-- The rules of a workspace for signing in, and its deletion.

ALTER TABLE workspaces
  -- Whether members reach the workspace only with a session that passed a second factor.
  ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false,
  -- Since when, by whom, and at what time the workspace is deleted. Null unless its deletion was requested.
  ADD COLUMN deletion_requested_at timestamptz(3),
  ADD COLUMN deletion_requested_by text,
  ADD COLUMN deletes_at timestamptz(3),
  ADD CONSTRAINT workspaces_deletion_whole CHECK ((deletion_requested_at IS NULL) = (deletes_at IS NULL));
CREATE INDEX workspaces_deletes_at_idx ON workspaces (deletes_at) WHERE deletes_at IS NOT NULL;

-- A change of the rules concerns every credential of the workspace at once, so the statement that makes it also writes
-- the journal.
GRANT INSERT ON revocations TO skucast_system;
