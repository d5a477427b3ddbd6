-- A recovery can be cancelled while it runs: by the API, which changes nothing else of it.
ALTER TABLE webhook_recoveries
  DROP CONSTRAINT webhook_recoveries_status_check,
  ADD CONSTRAINT webhook_recoveries_known_status CHECK (status IN ('running', 'completed', 'cancelled'));
GRANT UPDATE (status, completed_at) ON webhook_recoveries TO skucast_app;
