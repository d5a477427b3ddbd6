-- What the next version's contract migration drops. This version needs none of it and starts without it
-- (schema/leaving.ts); the previous version needs all of it. placement-contract.int.test.ts applies this file.

ALTER TABLE memberships DROP CONSTRAINT memberships_user_id_fkey;
ALTER TABLE notices DROP CONSTRAINT notices_user_id_fkey;
ALTER TABLE sessions DROP CONSTRAINT sessions_current_workspace_id_fkey;
ALTER TABLE sessions DROP CONSTRAINT sessions_single_sign_on_workspace_id_fkey;
ALTER TABLE oauth_grants DROP CONSTRAINT oauth_grants_workspace_id_fkey;
ALTER TABLE single_sign_on DROP CONSTRAINT single_sign_on_workspace_id_fkey;
ALTER TABLE single_sign_on_domains DROP CONSTRAINT single_sign_on_domains_workspace_id_domain_fkey;
ALTER TABLE single_sign_on_identities DROP CONSTRAINT single_sign_on_identities_workspace_id_fkey;
DROP FUNCTION forget_person_in_audit_logs(text);
DROP FUNCTION access_continues(text, text);
