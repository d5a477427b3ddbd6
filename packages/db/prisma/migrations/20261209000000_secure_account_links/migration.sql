-- Links in mails about changed credentials: a person who did not make the change sets a new password and removes the second
-- factors that were added since.
ALTER TABLE account_tokens DROP CONSTRAINT account_tokens_purpose_check;
ALTER TABLE account_tokens ADD CONSTRAINT account_tokens_purpose_check CHECK (
  purpose IN ('verify_email', 'reset_password', 'secure_account', 'change_email_from', 'change_email_to', 'sign_up')
);
