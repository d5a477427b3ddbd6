/** Shorter ones are no secrets, and would be found in any text. */
const SECRET_CHARS_MIN = 8;
/** An answer is kept up to a length, which may cut one off: fewer of its characters than these say nothing. */
const CUT_CHARS_MIN = 4;
const HIDDEN = "[hidden]";

/**
 * The text without the values of an endpoint's own headers, nor the words of one (the token behind `Bearer`), nor what a
 * word says in base64 (the password behind `Basic`): a receiver may say them back, as they are, as JSON, percent-encoded, in
 * base64 or in hex, and its answers are read by who may not read the headers.
 */
export function hideEchoes(text: string, headers: Readonly<Record<string, string>>): string {
  if (text.length < CUT_CHARS_MIN) return text;
  const words = Object.values(headers).flatMap((value) => [value, ...value.split(" ")]);
  const values = words.flatMap((word) => [word, ...saidInBase64(word)]);
  const secrets = values.filter((value) => value.length >= SECRET_CHARS_MIN).flatMap(waysToSay);
  const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
  return secrets.reduce(withoutCutSecret, shown);
}

function waysToSay(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const encoded = (["base64", "base64url", "hex"] as const).map((encoding) => bytes.toString(encoding));
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), ...encoded])];
}

/** The text that a word is the base64 of; of `user:password` the password too. */
function saidInBase64(word: string): string[] {
  const said = Buffer.from(word, "base64").toString("utf8");
  if (Buffer.from(said).toString("base64") !== word) return [];
  return [said, said.slice(said.indexOf(":") + 1)];
}

/** Without the beginning of the secret where the text ends. */
function withoutCutSecret(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= CUT_CHARS_MIN; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}${HIDDEN}`;
  }
  return text;
}
