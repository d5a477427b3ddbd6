-- Single sign-on adds no one who was removed from the workspace, which only the audit log remembers.
GRANT SELECT (workspace_id, object_id, action) ON audit_entries TO skucast_system;
