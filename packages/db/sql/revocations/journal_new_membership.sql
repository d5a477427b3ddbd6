-- Records a new membership, so that processes drop the cached answer that the person is not a member.
CREATE OR REPLACE FUNCTION journal_new_membership() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO revocations (subject) VALUES (concat(NEW.workspace_id, ':', NEW.user_id));
  RETURN NULL;
END
$$;
