-- What waits, by id: of an endpoint where nearly all has failed, it is found without reading that. No column of the index
-- changes when a delivery succeeds at once, so its outcome is still written in place (ADR 0029).
CREATE INDEX CONCURRENTLY deliveries_waiting_id_idx ON deliveries (endpoint_id, id) WHERE is_waiting;
