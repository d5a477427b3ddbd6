-- How an endpoint fails, beside failing_since: one failure after quiet days says little, so it is disabled only after
-- repeated ones, and after notices.
-- failures_since: when the present run of failures began, in which none came long after the one before; failure_count: the
-- minutes in which it had any. failing_noticed_at and exhausted_noticed_at: when its owners were last told.
ALTER TABLE webhook_endpoints
  ADD COLUMN last_failed_at timestamptz(3),
  ADD COLUMN failures_since timestamptz(3),
  ADD COLUMN failure_count integer NOT NULL DEFAULT 0,
  ADD COLUMN failing_noticed_at timestamptz(3),
  ADD COLUMN exhausted_noticed_at timestamptz(3);
