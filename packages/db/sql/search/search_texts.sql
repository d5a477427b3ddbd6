-- The searchable texts of a product, lower-cased: its codes, its other words, and all of it as in search_text. The document
-- is parsed once.
CREATE OR REPLACE FUNCTION search_texts(doc text) RETURNS TABLE (codes text, others text, words text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT t.codes, t.names || ' ' || t.description, left(concat_ws(' ', t.codes, nullif(t.names, '')), 2000) || E'\n' || t.description
  FROM json_to_record(doc::json) AS d (sku text, title text, brand text, mpn text, gtin text, product_category text, color text,
    material text, item_group_title text, translations json, description text), LATERAL (
    SELECT lower(translate(concat_ws(' ', d.sku, d.mpn, d.gtin), E'\n\r\t', '   ')) AS codes,
      lower(translate(concat_ws(' ', d.title, d.brand, d.product_category, d.color, d.material, d.item_group_title,
        CASE WHEN d.translations IS NOT NULL
          THEN (SELECT string_agg(t.value->>'title', ' ') FROM json_each(d.translations) AS t) END), E'\n\r\t', '   ')) AS names,
      lower(translate(left(coalesce(d.description, ''), 300), E'\n\r\t', '   ')) AS description OFFSET 0
  ) AS t
$$;
