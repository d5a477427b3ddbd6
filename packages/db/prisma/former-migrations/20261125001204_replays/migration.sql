-- A replay is a recovery that also sends again what was delivered, for a receiver that has lost it.
ALTER TABLE webhook_recoveries ADD COLUMN includes_delivered boolean NOT NULL DEFAULT false;
