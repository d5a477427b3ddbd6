-- Proofs of domains are checked again. checked_at: when the last check began. missing_since: when a check first found
-- nothing. warned_at: when the owners were mailed that the proof is missing. taken_at: when another workspace proved the
-- domain and took it; null once the owners have been mailed.
ALTER TABLE workspace_domains
  ADD COLUMN checked_at timestamptz(3),
  ADD COLUMN missing_since timestamptz(3),
  ADD COLUMN warned_at timestamptz(3),
  ADD COLUMN taken_at timestamptz(3);
CREATE INDEX workspace_domains_checked_at_idx ON workspace_domains (checked_at NULLS FIRST) WHERE verified_at IS NOT NULL;
CREATE INDEX workspace_domains_taken_at_idx ON workspace_domains (taken_at) WHERE taken_at IS NOT NULL;
GRANT UPDATE (token, verified_at, checked_at, missing_since, warned_at, taken_at) ON workspace_domains TO skucast_system;
GRANT DELETE ON single_sign_on_domains TO skucast_system;
