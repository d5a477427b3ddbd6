-- What a channel selects is what its restricted members see: they do not choose it themselves. A policy cannot compare a
-- row with what it was.
CREATE OR REPLACE FUNCTION hold_selection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user = 'skucast_app' AND NOT actor_sees_all() THEN
    RAISE EXCEPTION 'changing what a channel selects violates row-level security policy' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
