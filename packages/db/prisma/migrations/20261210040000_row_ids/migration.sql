-- The id in the row of a product, if it is not the SKU and the row is valid but for another product with the same id; and
-- the SKU of that other product, which has the id. Both are null for nearly all listings.
ALTER TABLE listings ADD COLUMN row_id text, ADD COLUMN id_holder text;

-- The walks find the ids of the existing listings, spread over an hour, once workers of this version run.
SET LOCAL ROLE skucast_system;
SET LOCAL row_security = on;
UPDATE listing_walks SET after_sku = '', due_at = least(due_at, now() + interval '10 minutes' + random() * interval '1 hour');
RESET ROLE;
SET LOCAL row_security = off;
