-- For the filter by the type of the actor.
CREATE INDEX CONCURRENTLY audit_entries_actor_type_idx ON audit_entries (workspace_id, (actor->>'type'), id);
