-- A person who becomes a member is somebody else than a moment ago, too: what was remembered of "no member" must go.
CREATE OR REPLACE FUNCTION journal_new_membership() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO revocations (subject) VALUES (concat(NEW.workspace_id, ':', NEW.user_id));
  RETURN NULL;
END
$$;
