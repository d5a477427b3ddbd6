-- When an app was last told to ask the person for more. Its next refresh is refused once, so that clients that would only
-- refresh ask the person.
ALTER TABLE oauth_grants ADD COLUMN step_up_at timestamptz(3);
