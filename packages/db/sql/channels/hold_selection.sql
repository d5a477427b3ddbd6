-- Restricted members may not change what a channel selects, because that decides what they see. A policy cannot compare
-- a row with its previous version.
CREATE OR REPLACE FUNCTION hold_selection() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_user = 'skucast_app' AND NOT actor_sees_all() THEN
    RAISE EXCEPTION 'changing what a channel selects violates row-level security policy' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
