-- The API stores a hash of each Idempotency-Key, for the answer is locked by the key itself: of those that are kept too, so
-- that what was asked before an upgrade is not done again after it.
UPDATE idempotency_keys
  SET key = encode(sha256(convert_to(workspace_id || '/' || method || ' ' || path || '/' || key, 'UTF8')), 'hex');
