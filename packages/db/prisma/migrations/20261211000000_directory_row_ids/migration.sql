-- The public directory leaves out a product whose id another product of the channel has, as the channel's files do.
CREATE POLICY in_directory ON listings FOR SELECT TO skucast_directory USING (EXISTS (
  SELECT FROM channels c WHERE c.workspace_id = listings.workspace_id AND c.id = listings.channel_id
));
GRANT SELECT (workspace_id, channel_id, sku, is_valid, row_id) ON listings TO skucast_directory;
