-- Gives a domain that the workspace of the transaction has proven to its single sign-on: the proof of another workspace
-- whose single sign-on speaks for the domain ends, unless its record is among the published ones. It gets a new token, so
-- that a record that stays in DNS does not take the domain back. Returns the ids of the sessions that ended.
CREATE OR REPLACE FUNCTION take_domain(p_domain text, p_new_token text, p_published text[], p_now timestamptz) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_workspace text;
BEGIN
  IF NOT EXISTS (
    SELECT FROM workspace_domains
    WHERE workspace_id = current_workspace() AND domain = p_domain AND verified_at IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'the workspace has not proven %', p_domain USING ERRCODE = '42501';
  END IF;
  SELECT s.workspace_id INTO v_workspace
  FROM single_sign_on_domains s JOIN workspace_domains d USING (workspace_id, domain)
  WHERE s.domain = p_domain AND s.workspace_id <> current_workspace() AND d.token <> ALL (p_published);
  IF v_workspace IS NULL THEN
    RETURN;
  END IF;
  DELETE FROM single_sign_on_domains WHERE workspace_id = v_workspace AND domain = p_domain;
  UPDATE workspace_domains
  SET verified_at = NULL, token = p_new_token, missing_since = NULL, warned_at = NULL, taken_at = p_now
  WHERE workspace_id = v_workspace AND domain = p_domain;
  RETURN QUERY UPDATE sessions SET ended_at = p_now
    WHERE single_sign_on_workspace_id = v_workspace AND ended_at IS NULL RETURNING id;
END
$$;
ALTER FUNCTION take_domain OWNER TO skucast_system;
REVOKE ALL ON FUNCTION take_domain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_domain TO skucast_app;
