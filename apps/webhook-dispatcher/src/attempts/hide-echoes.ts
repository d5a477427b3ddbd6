/** Shorter ones are no secrets, and would be found in any text. */
const SECRET_CHARS_MIN = 8;
const HIDDEN = "[hidden]";

/**
 * The text without the values of an endpoint's own headers, nor the words of one (the token behind `Bearer`): a receiver
 * may say them back, and its answers are read by who may not read the headers.
 */
export function hideEchoes(text: string, headers: Readonly<Record<string, string>>): string {
  const secrets = Object.values(headers).flatMap((value) => [value, ...value.split(" ")]);
  return secrets
    .filter((secret) => secret.length >= SECRET_CHARS_MIN)
    .reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
}
