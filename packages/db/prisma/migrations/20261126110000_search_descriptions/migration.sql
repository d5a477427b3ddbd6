-- Searches also find words of descriptions, so public channels are walked again. The words of a workspace's own search
-- are completed from the start of its products (search_progress).
SET LOCAL ROLE skucast_system;
SET LOCAL row_security = on;
UPDATE listing_walks w SET revision = w.revision + 1, after_sku = '', due_at = now(), completed_at = NULL
FROM channels c
WHERE c.workspace_id = w.workspace_id AND c.id = w.channel_id AND c.in_public_directory AND c.status = 'active';
RESET ROLE;
SET LOCAL row_security = off;
