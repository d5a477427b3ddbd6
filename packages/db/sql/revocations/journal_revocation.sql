-- Records the id of an API key, session, connected app or membership that lost or changed rights.
CREATE OR REPLACE FUNCTION journal_revocation() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE former jsonb := to_jsonb(OLD);
BEGIN
  INSERT INTO revocations (subject) VALUES (
    CASE TG_TABLE_NAME WHEN 'memberships' THEN concat(former->>'workspace_id', ':', former->>'user_id') ELSE former->>'id' END
  );
  RETURN NULL;
END
$$;
