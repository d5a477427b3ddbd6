/** Shorter values are no secrets, and would match in any text. */
const SECRET_CHARS_MIN = 8;
/** The end of a kept response may cut a secret off. Fewer than this many of its characters reveal nothing. */
const CUT_CHARS_MIN = 4;
const REDACTED = "[hidden]";

/**
 * Removes the values of an endpoint's custom headers from a text: whole values, their words (the token after `Bearer`),
 * and base64-decoded words (the password after `Basic`). A receiver may echo them verbatim, as JSON, percent-encoded, in
 * base64 or in hex, and its responses are visible to users who may not read the headers.
 */
export function redactSecrets(text: string, headers: Readonly<Record<string, string>>): string {
  if (text.length < CUT_CHARS_MIN) return text;
  const words = Object.values(headers).flatMap((value) => [value, ...value.split(" ")]);
  const values = words.flatMap((word) => [word, ...decodeBase64(word)]);
  const secrets = values.filter((value) => value.length >= SECRET_CHARS_MIN).flatMap(encodingsOf);
  const redacted = secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);
  return secrets.reduce(redactCutSecret, redacted);
}

function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = (["base64", "base64url", "hex"] as const).map((encoding) => bytes.toString(encoding));
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...encoded])];
}

/** The decoded word if it is valid base64; for `user:password` also the password. */
function decodeBase64(word: string): string[] {
  const decoded = Buffer.from(word, "base64").toString("utf8");
  if (Buffer.from(decoded).toString("base64") !== word) return [];
  return [decoded, decoded.slice(decoded.indexOf(":") + 1)];
}

/** Removes the beginning of the secret at the end of the text. */
function redactCutSecret(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= CUT_CHARS_MIN; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}${REDACTED}`;
  }
  return text;
}
