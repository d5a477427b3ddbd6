-- What waits, or ended without success, endpoint by endpoint: lists of it are as short as they are, however many deliveries
-- succeeded. Of most deliveries the column is false all along, so that their outcome is written in place (ADR 0029).
ALTER TABLE deliveries ADD COLUMN is_undelivered boolean NOT NULL GENERATED ALWAYS AS (
  CASE WHEN completed_at IS NULL THEN next_attempt_at IS NOT NULL OR line IS NOT NULL ELSE status <> 'delivered' END
) STORED;
CREATE INDEX deliveries_undelivered_idx ON deliveries (endpoint_id, id) WHERE is_undelivered;
