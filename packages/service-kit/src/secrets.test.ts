import { describe, expect, test } from "@jest/globals";
import { isSecretName, mayHoldSecret, scrubText } from "./secrets.js";

const pem = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\nCANARY\n-----END OPENSSH PRIVATE KEY-----";

const TEXTS: [title: string, text: string, scrubbed: string][] = [
  ["an API key", "key skc_sk_CANARYabc123 refused", "key skc_sk_[redacted] refused"],
  ["an access token", "skc_at_CANARY", "skc_at_[redacted]"],
  ["a webhook secret", "whsec_CANARY+/=", "whsec_[redacted]"],
  ["a webhook secret in a query", "whsec_CANARY%2B%3D", "whsec_[redacted]"],
  ["a webhook signing key", "whsk_CANARY==", "whsk_[redacted]"],
  ["a database address", "postgres://user:CANARY@db:5432/x", "postgres://[redacted]@db:5432/x"],
  ["a password with a slash and an at", "postgres://user:CAN/A@RY@db/x", "postgres://[redacted]@db/x"],
  ["a broker address", "amqps://user:CANARY@mq", "amqps://[redacted]@mq"],
  ["a web address with a password", "https://user:CANARY@host/a", "https://[redacted]@host/a"],
  ["an address inside an address", "to=postgres%3A%2F%2Fu%3ACANARY%40db", "to=postgres%3A%2F%2F[redacted]%40db"],
  ["a private key", `a ${pem} b`, "a [redacted] b"],
  ["a private key cut off", pem.slice(0, -20), "[redacted]"],
  ["a private key in a query", "-----BEGIN%20PRIVATE%20KEY-----%0ACANARY", "[redacted]"],
  ["a bearer token", "Authorization was Bearer CANARY-123", "Authorization was Bearer [redacted]"],
  ["a header line", "authorization: Digest CANARY", "authorization: [redacted]"],
  ["a cookie line", "Cookie: a=CANARY; b=CANARY\nhost: x", "Cookie: [redacted]\nhost: x"],
  ["basic credentials", "Basic dXNlcjpDQU5BUlk=", "Basic [redacted]"],
  ["a JSON web token", "got eyJhbGciOiJIUzI1NiJ9.eyJDQU5BUlkiOjF9.CANARY_-x", "got [redacted]"],
  ["a form", "grant=x&client_secret=CANARY&a=b", "grant=x&client_secret=[redacted]&a=b"],
  ["a query", "/cb?access_token=CANARY", "/cb?access_token=[redacted]"],
  ["JSON in a text", '{"password":"CAN\'ARY","a":1}', '{"password":"[redacted]","a":1}'],
  ["escaped JSON in a text", '{\\"apiKey\\": \\"CANARY\\"}', '{\\"apiKey\\": \\"[redacted]\\"}'],
  ["an API key in base64", btoa("skc_sk_CANARYabc123"), "[redacted]"],
  ["a webhook secret in base64", btoa("whsec_CANARYabc123"), "[redacted]"],
  ["a signing key in base64", btoa("whsk_CANARYabc123"), "[redacted]"],
  ["a private key in base64", btoa(pem), "[redacted]"],
  ["a database address in base64", btoa("postgres://u:CANARY@db"), "[redacted]"],
  ["a broker address in base64", btoa("amqp://u:CANARY@mq/vhost"), "[redacted]"],
];

describe("what looks like a secret is removed from a string", () => {
  test.each(TEXTS)("%s", (_title, text, scrubbed) => {
    expect(scrubText(text)).toBe(scrubbed);
  });

  test.each(TEXTS)("%s: a line with it is recognized", (_title, text) => {
    expect(mayHoldSecret(JSON.stringify({ msg: text }))).toBe(true);
  });
});

test.each([
  "GET /api/public/v1/products/SKU-1?limit=10",
  "https://shop.example:8080/a?mail=me@shop.example",
  "invalid_token, insufficient_scope",
  "basic information about the token bucket",
  "sftp://partner@files.example:22/in",
  "evt_01jabcdefghijklmnopqrstuvw",
])("an ordinary string is not changed: %s", (text) => {
  expect(scrubText(text)).toBe(text);
});

test.each([
  "password",
  "PGPASSWORD",
  "db_passwd",
  "client_secret",
  "clientSecrets",
  "Authorization",
  "proxy-authorization",
  "Set-Cookie",
  "X-Api-Key",
  "apiKey",
  "access_token",
  "privateKey",
  "host_private_key",
  "passphrase",
  "seal_key",
  "signingKey",
  "code_verifier",
  "credentials",
])("%s names a secret", (name) => {
  expect(isSecretName(name)).toBe(true);
  expect(mayHoldSecret(JSON.stringify({ [name]: 1 }))).toBe(true);
});

test.each(["token_endpoint", "next_page_token", "nextToken", "key_id", "hasPassword", "is_secret", "status", "sku"])(
  "%s names none",
  (name) => {
    expect(isSecretName(name)).toBe(false);
  },
);
