-- The id that the service gave the request of an entry. A client can choose request_id. Null in older entries, and where
-- no request caused the entry.
ALTER TABLE audit_entries ADD COLUMN server_request_id text;
