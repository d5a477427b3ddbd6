-- What an endpoint's requests carry besides the event and its signatures. Values that its owner may want to keep to
-- themselves are sealed for the dispatcher, as the signing keys are; what is shown stands beside them.
-- header_names: names of the headers in headers_sealed. plain_signature: {header, encoding, prefix} of a signature over the
-- body alone, by the secret in plain_secret_sealed. client_certificate: PEM, the chain that belongs to client_key_sealed.
ALTER TABLE webhook_endpoints
  ADD COLUMN header_names jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN headers_sealed bytea,
  ADD COLUMN plain_signature jsonb,
  ADD COLUMN plain_secret_sealed bytea,
  ADD COLUMN client_certificate text,
  ADD COLUMN client_key_sealed bytea;
