-- The audit log is read newest first, by what was done, by whom, and to what.
CREATE INDEX audit_entries_action_idx ON audit_entries (workspace_id, action, id);
CREATE INDEX audit_entries_actor_idx ON audit_entries (workspace_id, (actor->>'id'), id);
CREATE INDEX audit_entries_object_idx ON audit_entries (workspace_id, object_id, id);
