-- The source whose import last had a row of the product, which mode replace of other sources keeps. Null if none had one. It
-- refers to no row of sources: deleting a source frees its products without a write of each.
ALTER TABLE products ADD COLUMN source_id text;

-- In workspaces with several sources, each imports its file once more, although it is unchanged, to record its products.
SET LOCAL ROLE skucast_system;
SET LOCAL row_security = on;
UPDATE sources SET seen = NULL
WHERE seen IS NOT NULL AND health <> 'held' AND EXISTS (
  SELECT FROM sources other WHERE other.workspace_id = sources.workspace_id AND other.id <> sources.id);
RESET ROLE;
SET LOCAL row_security = off;
