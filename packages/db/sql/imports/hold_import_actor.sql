-- Who runs the import writes under its actor, so an update must not put another's name into it.
CREATE OR REPLACE FUNCTION hold_import_actor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'changing the actor of an import violates row-level security policy' USING ERRCODE = 'insufficient_privilege';
END
$$;
