-- The first characters of an id that is created at a time: the prefix and ten characters of Crockford's base32, as
-- contracts/ids.ts writes them.
CREATE OR REPLACE FUNCTION history.id_at(prefix text, moment timestamptz) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  rest bigint := floor(extract(epoch FROM moment) * 1000);
  encoded text := '';
BEGIN
  FOR i IN 1 .. 10 LOOP
    encoded := substr('0123456789abcdefghjkmnpqrstvwxyz', (rest % 32)::integer + 1, 1) || encoded;
    rest := rest / 32;
  END LOOP;
  RETURN prefix || '_' || encoded;
END
$$;
REVOKE ALL ON FUNCTION history.id_at FROM PUBLIC;
GRANT EXECUTE ON FUNCTION history.id_at TO skucast_system;
