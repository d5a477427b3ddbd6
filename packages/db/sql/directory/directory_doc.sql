-- The public fields of a product, in the order in which they are stored. Left out are its cost, stock count, tags,
-- labels, notes, the merchant's own attributes, and overrides of other channels. The prices of all markets are included
-- for the mapping, which shows only the price of the channel's market.
CREATE OR REPLACE FUNCTION directory_doc(doc text, channel_id text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT json_object_agg(field.key, CASE WHEN field.key = 'channel_overrides'
    THEN json_build_object(channel_id, field.value->channel_id) ELSE field.value END)::text
  FROM json_each(doc::json) AS field
  WHERE field.key = ANY (ARRAY[
      'sku', 'title', 'description', 'url', 'image_url', 'additional_image_urls', 'video_url', 'model_3d_url', 'brand', 'mpn',
      'gtin', 'product_category', 'google_product_category', 'condition', 'availability', 'availability_date',
      'price_amount', 'price_currency', 'price', 'sale_price_amount', 'sale_price_starts_at', 'sale_price_ends_at', 'prices',
      'item_group_id', 'item_group_title', 'variant_options', 'color', 'size', 'size_system', 'size_type', 'material', 'pattern',
      'multipack', 'is_bundle', 'gender', 'age_group', 'weight', 'dimensions', 'shipping', 'is_digital', 'adult', 'age_restriction',
      'seller', 'accepts_returns', 'return_window_days', 'review_count', 'review_rating', 'translations', 'status', 'updated_at',
      'unit_pricing_measure', 'unit_pricing_base_measure', 'certifications', 'energy_efficiency_class',
      'min_energy_efficiency_class', 'max_energy_efficiency_class', 'product_highlights', 'product_details',
      'min_handling_days', 'max_handling_days', 'min_transit_days', 'max_transit_days', 'package_weight',
      'package_dimensions', 'ships_from_country', 'minimum_order_values', 'identifier_exists', 'mobile_url',
      'lifestyle_image_url', 'subscription_cost', 'installment'
    ]) OR (field.key = 'channel_overrides' AND field.value->channel_id IS NOT NULL)
$$;
