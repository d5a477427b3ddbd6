-- What waits and what ended without success, by status: of an endpoint where nearly all has failed, what waits is found
-- without reading that.
CREATE INDEX CONCURRENTLY deliveries_status_idx ON deliveries (endpoint_id, status, id) WHERE is_undelivered;
