-- Links that create an account. Such a link has no person yet; `details` is what its page needs: who asked for it, and
-- where the person goes afterwards.
ALTER TABLE account_tokens DROP CONSTRAINT account_tokens_purpose_check;
ALTER TABLE account_tokens ADD CONSTRAINT account_tokens_purpose_check
  CHECK (purpose IN ('verify_email', 'reset_password', 'change_email_from', 'change_email_to', 'sign_up'));
ALTER TABLE account_tokens ADD COLUMN details jsonb;
ALTER TABLE account_tokens ADD CONSTRAINT account_tokens_details_check
  CHECK ((purpose = 'sign_up') = (details IS NOT NULL));
CREATE INDEX account_tokens_sign_up_idx ON account_tokens (email) WHERE purpose = 'sign_up';
