-- Finds the products of a channel that have an id in their rows. Products whose id is their SKU have no entry.
CREATE INDEX CONCURRENTLY listings_row_id_idx ON listings (workspace_id, channel_id, row_id, sku) WHERE row_id IS NOT NULL;
