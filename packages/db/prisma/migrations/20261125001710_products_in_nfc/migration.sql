-- Text is Unicode NFC. Products from before that rule may have SKUs and texts in other forms: requests, which are made NFC,
-- would not reach the ones and not find the others. Each is rewritten with a new version and its event. Of two SKUs that are
-- one in NFC the product that was written last stays, and the other one is deleted. Selections of channels name SKUs, brands
-- and words; they become NFC as well, without a new version: they mean what they meant. The workers' role sees every row.
GRANT UPDATE, DELETE ON products TO skucast_system;
GRANT DELETE ON product_search TO skucast_system;
GRANT UPDATE (selection) ON channels TO skucast_system;

CREATE FUNCTION pg_temp.tell(p_workspace text, p_id text, p_type text, p_version bigint, p_doc text, p_previous text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_event text := history.id_at('evt', now()) || left(md5(gen_random_uuid()::text), 16);
BEGIN
  INSERT INTO events (workspace_id, id, type, object_id, sequence, data, created_at)
  VALUES (p_workspace, v_event, p_type, p_id, p_version, '{"object":' || p_doc || ',"previous":' || p_previous || '}', now());
  INSERT INTO outbox (workspace_id, event_id, created_at) VALUES (p_workspace, v_event, now());
END
$$;

-- A document with another version and time, and the hash of its content, which is what stands between id and price.
CREATE FUNCTION pg_temp.versioned(p_doc text, p_version bigint, OUT doc text, OUT hash bytea) LANGUAGE plpgsql AS $$
DECLARE
  tail constant text := ',"content_hash":"[0-9a-f]*","version":[0-9]+,"created_at":("[^"]*"),"updated_at":"[^"]*"\}$';
  content constant text := regexp_replace(regexp_replace(p_doc, '(,"price":"[^"]*")?' || tail, '}'), '^\{"id":"[^"]*",', '{');
BEGIN
  hash := sha256(convert_to(content, 'UTF8'));
  doc := regexp_replace(p_doc, tail, format(
    ',"content_hash":"%s","version":%s,"created_at":\1,"updated_at":"%s"}',
    encode(hash, 'hex'), p_version, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ));
END
$$;

-- In NFC, except that a mark which follows an escape such as \n would become a part of it: then only the SKU is.
CREATE FUNCTION pg_temp.in_nfc(p_doc text, p_sku text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  whole constant text := normalize(p_doc, NFC);
BEGIN
  PERFORM whole::json;
  RETURN whole;
EXCEPTION WHEN invalid_text_representation THEN
  RETURN replace(p_doc, '"sku":' || to_json(p_sku)::text, '"sku":' || to_json(normalize(p_sku, NFC))::text);
END
$$;

SET LOCAL ROLE skucast_system;
SET LOCAL row_security = on;

DO $$
DECLARE
  stored record;
  twin record;
  v_sku text;
  v_doc text;
  v_version bigint;
  v_next record;
  v_previous text;
BEGIN
  FOR stored IN
    SELECT * FROM products WHERE sku IS NOT NFC NORMALIZED OR doc IS NOT NFC NORMALIZED ORDER BY workspace_id, sku
  LOOP
    v_sku := normalize(stored.sku, NFC);
    v_version := stored.version + 1;
    IF v_sku <> stored.sku THEN
      DELETE FROM product_search s WHERE s.workspace_id = stored.workspace_id AND s.sku = stored.sku;
      DELETE FROM listings l WHERE l.workspace_id = stored.workspace_id AND l.sku = stored.sku;
      DELETE FROM listing_work l WHERE l.workspace_id = stored.workspace_id AND l.sku = stored.sku;
      SELECT * INTO twin FROM products p WHERE p.workspace_id = stored.workspace_id AND p.sku = v_sku;
      IF FOUND THEN
        IF stored.deleted_at IS NOT NULL OR twin.updated_at >= stored.updated_at THEN
          IF stored.deleted_at IS NULL THEN
            v_next := pg_temp.versioned(stored.doc, v_version);
            PERFORM pg_temp.tell(stored.workspace_id, stored.id, 'product.deleted', v_version, v_next.doc, '{}');
          END IF;
          DELETE FROM products p WHERE p.workspace_id = stored.workspace_id AND p.sku = stored.sku;
          CONTINUE;
        END IF;
        IF twin.deleted_at IS NULL THEN
          v_next := pg_temp.versioned(twin.doc, twin.version + 1);
          PERFORM pg_temp.tell(twin.workspace_id, twin.id, 'product.deleted', twin.version + 1, v_next.doc, '{}');
        END IF;
        DELETE FROM products p WHERE p.workspace_id = twin.workspace_id AND p.sku = twin.sku;
        v_version := greatest(stored.version, twin.version) + 1;
      END IF;
    END IF;
    v_doc := pg_temp.in_nfc(stored.doc, stored.sku);
    -- What cannot be made NFC as a whole, and has its SKU already.
    CONTINUE WHEN v_doc = stored.doc AND v_sku = stored.sku;
    v_next := pg_temp.versioned(v_doc, v_version);
    UPDATE products p SET
      sku = v_sku, doc = v_next.doc, brand = normalize(p.brand, NFC), version = v_version, content_hash = v_next.hash,
      updated_at = CASE WHEN p.deleted_at IS NULL THEN now() ELSE p.updated_at END, row_hash = NULL, log_position = DEFAULT
    WHERE p.workspace_id = stored.workspace_id AND p.sku = stored.sku;
    CONTINUE WHEN stored.deleted_at IS NOT NULL;
    SELECT coalesce(json_object_agg(f.key, f.value ORDER BY f.key), '{}')::text INTO v_previous
    FROM json_each(stored.doc::json) AS f WHERE f.value::text IS NOT NFC NORMALIZED;
    PERFORM pg_temp.tell(stored.workspace_id, stored.id, 'product.updated', v_version, v_next.doc, v_previous);
  END LOOP;
END
$$;

UPDATE channels SET selection = normalize(selection::text, NFC)::jsonb
WHERE selection::text IS NOT NFC NORMALIZED AND selection::text !~ '\\[a-z]';

RESET ROLE;
SET LOCAL row_security = off;
DROP FUNCTION pg_temp.tell;
DROP FUNCTION pg_temp.versioned;
DROP FUNCTION pg_temp.in_nfc;
REVOKE UPDATE, DELETE ON products FROM skucast_system;
REVOKE DELETE ON product_search FROM skucast_system;
REVOKE UPDATE (selection) ON channels FROM skucast_system;
