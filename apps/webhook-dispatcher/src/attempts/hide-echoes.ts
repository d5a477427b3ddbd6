/** Shorter ones are no secrets, and would be found in any text. */
const SECRET_CHARS_MIN = 8;
/** An answer is kept up to a length, which may cut one off: fewer of its characters than these say nothing. */
const CUT_CHARS_MIN = 4;
const HIDDEN = "[hidden]";

/**
 * The text without the values of an endpoint's own headers, nor the words of one (the token behind `Bearer`): a receiver
 * may say them back, as they are, as JSON or percent-encoded, and its answers are read by who may not read the headers.
 */
export function hideEchoes(text: string, headers: Readonly<Record<string, string>>): string {
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(" ")]);
  const secrets = values.filter((value) => value.length >= SECRET_CHARS_MIN).flatMap(waysToSay);
  const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
  return secrets.reduce(withoutCutSecret, shown);
}

const waysToSay = (secret: string): string[] => [
  ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]),
];

/** Without the beginning of the secret where the text ends. */
function withoutCutSecret(text: string, secret: string): string {
  for (let length = secret.length - 1; length >= CUT_CHARS_MIN; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}${HIDDEN}`;
  }
  return text;
}
