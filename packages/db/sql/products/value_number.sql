-- The number at the start of a text, such as an amount before its currency: 1299, 1,299.00 or 12,90. Null if there is none,
-- or if it can be read in two ways, as 1,299 can. Rules read the same (number-in.ts of profiles); one set of cases tests both.
CREATE OR REPLACE FUNCTION value_number(given text) RETURNS numeric LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  -- What may not follow a number: more of it. A space separates thousands only before exactly three digits.
  ending CONSTANT text := E'(?![0-9]|[.,\'\u2019][0-9]|[ \u00A0\u202F][0-9]{3}(?![0-9]))';
  spaces CONSTANT text := E' \'\u2019\u00A0\u202F';
  found text;
BEGIN
  IF given ~ '^[+-]?[0-9]{1,15}([.][0-9]{1,15})?$' THEN RETURN given::numeric; END IF;
  found := pg_catalog.substring(given,
    '^\s*([+-]?(?:[0-9]{1,30}(?:[.][0-9]{0,30})?|[.][0-9]{1,30})(?:[eE][+-]?[0-9]{1,3})?)' || ending);
  IF found IS NOT NULL THEN RETURN found::numeric; END IF;
  found := pg_catalog.substring(given,
    '^\s*([+-]?[0-9]{1,3}(?:(?:,[0-9]{3}){1,9}[.][0-9]{1,30}|(?:,[0-9]{3}){2,9}))' || ending);
  IF found IS NOT NULL THEN RETURN pg_catalog.replace(found, ',', '')::numeric; END IF;
  found := pg_catalog.substring(given,
    '^\s*([+-]?[0-9]{1,3}(?:(?:[.][0-9]{3}){1,9},[0-9]{1,30}|(?:[.][0-9]{3}){2,9}))' || ending);
  IF found IS NOT NULL THEN RETURN pg_catalog.replace(pg_catalog.replace(found, '.', ''), ',', '.')::numeric; END IF;
  found := pg_catalog.substring(given,
    '^\s*([+-]?(?:0,[0-9]{1,30}|[0-9]{1,30},(?:[0-9]{1,2}|[0-9]{4,30})|[0-9]{4,30},[0-9]{3}))' || ending);
  IF found IS NOT NULL THEN RETURN pg_catalog.replace(found, ',', '.')::numeric; END IF;
  found := pg_catalog.substring(given,
    '^\s*([+-]?[0-9]{1,3}(?:[' || spaces || '][0-9]{3}){1,9}(?:[.,][0-9]{1,30})?)' || ending);
  RETURN pg_catalog.replace(pg_catalog.translate(found, spaces, ''), ',', '.')::numeric;
END
$$;
