-- Text is Unicode NFC. Products from before that rule may have SKUs and texts in other forms: requests, which are made NFC,
-- would not reach the ones and not find the others. Each is rewritten with a new version and its event. Of two SKUs that are
-- one in NFC the product that was written last stays, and the other one is deleted. Selections of channels name SKUs, brands
-- and words; they become NFC as well, without a new version: they mean what they meant. The workers' role sees every row.
GRANT UPDATE, DELETE ON products TO skucast_system;
GRANT DELETE ON product_search TO skucast_system;
GRANT UPDATE (selection) ON channels TO skucast_system;
SET LOCAL ROLE skucast_system;
SET LOCAL row_security = on;

DO $$
DECLARE
  -- What follows the content in a document.
  tail constant text := ',"content_hash":"[0-9a-f]*","version":[0-9]+,"created_at":("[^"]*"),"updated_at":"[^"]*"\}$';
  present constant text := to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  stored record;
  twin record;
  change record;
  v_sku text;
  v_whole text;
  v_version bigint;
  v_previous text;
  v_hash bytea;
  v_doc text;
  v_event text;
  -- Of two that are one, the one that goes: null for none.
  v_gone_id text;
  v_gone_sku text;
  v_gone_doc text;
  v_gone_version bigint;
  v_gone_is_live boolean;
BEGIN
  FOR stored IN
    SELECT * FROM products WHERE sku IS NOT NFC NORMALIZED OR doc IS NOT NFC NORMALIZED ORDER BY workspace_id, sku
  LOOP
    v_sku := normalize(stored.sku, NFC);
    v_version := stored.version + 1;
    v_gone_id := NULL;
    IF v_sku <> stored.sku THEN
      DELETE FROM product_search s WHERE s.workspace_id = stored.workspace_id AND s.sku = stored.sku;
      DELETE FROM listings l WHERE l.workspace_id = stored.workspace_id AND l.sku = stored.sku;
      DELETE FROM listing_work l WHERE l.workspace_id = stored.workspace_id AND l.sku = stored.sku;
      SELECT * INTO twin FROM products p WHERE p.workspace_id = stored.workspace_id AND p.sku = v_sku;
      IF FOUND AND (stored.deleted_at IS NOT NULL OR twin.updated_at >= stored.updated_at) THEN
        SELECT stored.id, stored.sku, stored.doc, stored.version + 1, stored.deleted_at IS NULL
        INTO v_gone_id, v_gone_sku, v_gone_doc, v_gone_version, v_gone_is_live;
      ELSIF FOUND THEN
        SELECT twin.id, twin.sku, twin.doc, twin.version + 1, twin.deleted_at IS NULL
        INTO v_gone_id, v_gone_sku, v_gone_doc, v_gone_version, v_gone_is_live;
        v_version := greatest(stored.version, twin.version) + 1;
      END IF;
      DELETE FROM products p WHERE v_gone_id IS NOT NULL AND p.workspace_id = stored.workspace_id AND p.sku = v_gone_sku;
    END IF;

    -- A mark that follows an escape such as \n would become a part of it: then only the SKU is made NFC.
    v_whole := normalize(stored.doc, NFC);
    BEGIN
      PERFORM v_whole::json;
    EXCEPTION WHEN invalid_text_representation THEN
      v_whole := replace(stored.doc, '"sku":' || to_json(stored.sku)::text, '"sku":' || to_json(v_sku)::text);
    END;
    SELECT coalesce(json_object_agg(f.key, f.value ORDER BY f.key), '{}')::text INTO v_previous
    FROM json_each(stored.doc::json) AS f WHERE f.value::text IS NOT NFC NORMALIZED;

    FOR change IN
      SELECT * FROM (VALUES
        ('product.deleted', v_gone_id, v_gone_doc, v_gone_version, '{}', v_gone_is_live),
        ('product.updated', stored.id, v_whole, v_version, v_previous, stored.deleted_at IS NULL)
      ) AS c (type, id, doc, version, previous, is_told)
      WHERE c.id IS NOT NULL
    LOOP
      -- The one that goes is not changed, and neither is what cannot be made NFC as a whole and has its SKU already.
      CONTINUE WHEN change.type = 'product.updated' AND (v_gone_sku = stored.sku AND v_gone_id IS NOT NULL
        OR change.doc = stored.doc AND v_sku = stored.sku);
      -- The hash is that of the content, which stands between id and price.
      v_hash := sha256(convert_to(
        regexp_replace(regexp_replace(change.doc, '(,"price":"[^"]*")?' || tail, '}'), '^\{"id":"[^"]*",', '{'), 'UTF8'
      ));
      v_doc := regexp_replace(change.doc, tail, format(
        ',"content_hash":"%s","version":%s,"created_at":\1,"updated_at":"%s"}', encode(v_hash, 'hex'), change.version, present
      ));
      IF change.type = 'product.updated' THEN
        UPDATE products p SET
          sku = v_sku, doc = v_doc, brand = normalize(p.brand, NFC), version = v_version, content_hash = v_hash,
          updated_at = CASE WHEN p.deleted_at IS NULL THEN now() ELSE p.updated_at END, row_hash = NULL, log_position = DEFAULT
        WHERE p.workspace_id = stored.workspace_id AND p.sku = stored.sku;
      END IF;
      CONTINUE WHEN NOT change.is_told;
      v_event := history.id_at('evt', now()) || left(md5(gen_random_uuid()::text), 16);
      INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
      VALUES (stored.workspace_id, v_event, change.type, change.id, change.version,
        '{"object":' || v_doc || ',"previous":' || change.previous || '}', now());
      INSERT INTO outbox (workspace_id, event_id, created_at) VALUES (stored.workspace_id, v_event, now());
    END LOOP;
  END LOOP;
END
$$;

UPDATE channels SET selection = normalize(selection::text, NFC)::jsonb
WHERE selection::text IS NOT NFC NORMALIZED AND selection::text !~ '\\[a-z]';

RESET ROLE;
SET LOCAL row_security = off;
REVOKE UPDATE, DELETE ON products FROM skucast_system;
REVOKE DELETE ON product_search FROM skucast_system;
REVOKE UPDATE (selection) ON channels FROM skucast_system;
