-- The migration hashed_idempotency_keys changed nothing where the owner of the tables is no superuser, because forced
-- row-level security hid every row: a request that was repeated with its key would have run a second time. This hashes
-- the keys that it left. A hash is 64 hexadecimal digits. A key that a client chose may be that as well, so where one
-- key from before that migration is no hash, none of them is.
ALTER TABLE idempotency_keys NO FORCE ROW LEVEL SECURITY;

CREATE TEMPORARY TABLE plain_keys ON COMMIT DROP AS
SELECT k.workspace_id, k.method, k.path, k.key,
  encode(sha256(convert_to(k.workspace_id || '/' || k.method || ' ' || k.path || '/' || k.key, 'UTF8')), 'hex') AS hash
FROM idempotency_keys k,
  (SELECT max(finished_at) AS at FROM "_prisma_migrations" WHERE migration_name = '20261122000831_hashed_idempotency_keys') AS hashed
WHERE k.key !~ '^[0-9a-f]{64}$' OR (
  k.created_at < hashed.at
  AND EXISTS (SELECT FROM idempotency_keys o WHERE o.created_at < hashed.at AND o.key !~ '^[0-9a-f]{64}$')
);

-- A request that was repeated since then has a row under its hash, with the later answer.
DELETE FROM idempotency_keys k USING plain_keys p
WHERE (k.workspace_id, k.method, k.path, k.key) = (p.workspace_id, p.method, p.path, p.key)
  AND EXISTS (SELECT FROM idempotency_keys h WHERE (h.workspace_id, h.method, h.path, h.key) = (p.workspace_id, p.method, p.path, p.hash));
UPDATE idempotency_keys k SET key = p.hash FROM plain_keys p
WHERE (k.workspace_id, k.method, k.path, k.key) = (p.workspace_id, p.method, p.path, p.key);

ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
