-- Limits the data of an event to 100,000 bytes (LIMITS.eventDataBytesMax). The largest fields of the object and of the
-- former values are left out. Their names are listed, with the URL of the whole object. A trigger, so that it applies
-- to every writer. Smaller events cost one comparison.
CREATE OR REPLACE FUNCTION limit_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bytes_max constant integer := 100000;
  -- Reserved for the names of omitted fields and the URL.
  spared constant integer := 4000;
  whole constant json := NEW.data::json;
  -- The form of the path that works for every SKU (contracts/products/sku-path.ts).
  sku_segment constant text := 'base64url~' ||
    rtrim(translate(encode(convert_to(whole->'object'->>'sku', 'UTF8'), 'base64'), E'+/\n', '-_'), '=');
  noun constant text := split_part(NEW.type, '.', 1);
  path constant text := CASE
    WHEN NEW.type IN ('product.deleted', 'channel.deleted', 'feed.deleted') THEN NULL
    WHEN noun = 'product' THEN '/api/public/v1/products/' || sku_segment
    WHEN NEW.type LIKE 'feed.run.%' OR NEW.type LIKE 'feed.deliver%' THEN '/api/public/v1/runs/' || NEW.object_id
    WHEN noun = 'channel' THEN '/api/public/v1/channels/' || NEW.object_id
    WHEN noun = 'feed' THEN '/api/public/v1/feeds/' || NEW.object_id
    WHEN noun = 'import' THEN '/api/public/v1/imports/' || NEW.object_id
    WHEN noun = 'webhook_endpoint' THEN '/api/public/v1/webhook-endpoints/' || NEW.object_id
  END;
BEGIN
  WITH fields AS (
    SELECT part, field, place, to_json(field)::text || ':' || value::text AS member
    FROM (VALUES ('object', whole->'object'), ('previous', whole->'previous')) AS parts (part, content)
    CROSS JOIN LATERAL json_each(content) WITH ORDINALITY AS each (field, value, place)
  ), sized AS (
    SELECT *, sum(octet_length(member) + 1) OVER (ORDER BY field <> 'id', octet_length(member), part, place) AS bytes FROM fields
  ), judged AS (
    SELECT *, bytes <= bytes_max - spared AS is_kept FROM sized
  ), texts AS (
    SELECT
      coalesce(string_agg(member, ',' ORDER BY place) FILTER (WHERE part = 'object' AND is_kept), '') AS object,
      coalesce(string_agg(member, ',' ORDER BY place) FILTER (WHERE part = 'previous' AND is_kept), '') AS previous,
      coalesce(json_agg(field ORDER BY place) FILTER (WHERE part = 'object' AND NOT is_kept), '[]') AS object_omitted,
      coalesce(json_agg(field ORDER BY place) FILTER (WHERE part = 'previous' AND NOT is_kept), '[]') AS previous_omitted
    FROM judged
  )
  SELECT '{"object":{' || object || '},"previous":{' || previous || '},"omitted":{"object":' || object_omitted::text ||
         ',"previous":' || previous_omitted::text || '},"url":' || coalesce(to_json(path)::text, 'null') ||
         coalesce(',"changed_by":' || (whole->'changed_by')::text, '') || '}'
  INTO STRICT NEW.data FROM texts;
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER limit_event BEFORE INSERT ON events FOR EACH ROW
  WHEN (octet_length(NEW.data) > 100000) EXECUTE FUNCTION limit_event();
