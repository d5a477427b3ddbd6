-- Finds the deleted products that are old enough to be purged. Products that are not deleted have no entry.
CREATE INDEX CONCURRENTLY products_deleted_at_idx ON products (deleted_at) WHERE deleted_at IS NOT NULL;
