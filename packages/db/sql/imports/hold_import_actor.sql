-- Rejects a change of the actor of an import. Products are written with the rights of the actor, so an update must not
-- set another one.
CREATE OR REPLACE FUNCTION hold_import_actor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'changing the actor of an import violates row-level security policy' USING ERRCODE = 'insufficient_privilege';
END
$$;
