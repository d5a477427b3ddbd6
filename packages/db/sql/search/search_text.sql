-- The searchable text of a product, lower-cased: names and codes in one line, then the beginning of its description. The
-- document is parsed once for all fields.
CREATE OR REPLACE FUNCTION search_text(doc text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(left(translate(concat_ws(' ', d.sku, d.title, d.brand, d.mpn, d.gtin, d.product_category, d.color, d.material,
      d.item_group_title, CASE WHEN d.translations IS NOT NULL
        THEN (SELECT string_agg(t.value->>'title', ' ') FROM json_each(d.translations) AS t) END), E'\n\r\t', '   '), 2000)
    || E'\n' || left(coalesce(d.description, ''), 300))
  FROM json_to_record(doc::json) AS d (sku text, title text, brand text, mpn text, gtin text, product_category text, color text,
    material text, item_group_title text, translations json, description text)
$$;
