-- The searchable text of a product.
CREATE OR REPLACE FUNCTION search_words(doc text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(lower(concat_ws(' ', d->>'sku', d->>'title', d->>'brand', d->>'mpn', d->>'gtin', d->>'product_category', d->>'color',
    d->>'material', d->>'item_group_title', (SELECT string_agg(t.value->>'title', ' ') FROM json_each(d->'translations') AS t))), 2000)
  FROM (SELECT doc::json AS d) AS parsed
$$;
