CREATE INDEX CONCURRENTLY products_log_position_idx ON products (workspace_id, log_position, updated_at, sku);
