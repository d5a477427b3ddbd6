/** Replaces a secret. */
export const REDACTED = "[redacted]";

const SECRET_WORD =
  "(?:authorization|cookie|passw(?:or)?d|passphrase|secret|token|code[-_]?verifier|api[-_]?key|private[-_]?key|(?:sign|seal|master|encryption)(?:ing)?[-_]?key|credential)s?";

/** How base64 of Skucast's tokens (`skc_`, `whsec_`, `whsk_`), of PEM files and of database and broker URLs starts. */
const BASE64_START = "(?:c2tjX|d2hzZWNf|d2hza1|LS0tLS1CRUdJT|cG9zdGdyZX|YW1xc)";

// Both patterns search for a rare character and then look backward: a third of the time of matching forward everywhere.
const AFTER_SECRET_WORD = new RegExp(`[:=,}%](?<=${SECRET_WORD}(?:\\\\{0,8}["'])?\\s{0,8}.)`, "i");
const SECRET_SHAPE =
  /[_ +%JXZ1S"/](?<=skc_|whsec_|whsk_|(?:[bB]earer|BEARER|[bB]asic|BASIC|PRIVATE)[ +%]|eyJ|c2tjX|d2hzZ|d2hza1|LS0tLS|cG9zdGdyZ|YW1|:\/\/|%2[fF]%|"Buffer")/;

/**
 * A fast test for whether a JSON line may contain a secret. False positives are fine, but it must be true for every line from
 * which `scrubText` or `isSecretName` would remove something.
 */
export function mayHoldSecret(line: string): boolean {
  return SECRET_SHAPE.test(line) || AFTER_SECRET_WORD.test(line);
}

const SECRET_NAME = new RegExp(`${SECRET_WORD}$`, "i");

/** Names that match the pattern but are not secret. */
const HARMLESS_NAME = /^(?:[nN]ext|[pP]revious)[-_]?(?:[pP]age[-_]?)?[tT]oken$|^(?:has|is)[-_A-Z]/;

/** Whether the value of a field with this name is secret: `password`, `client_secret`, `X-Api-Key`, `setCookie`. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !HARMLESS_NAME.test(name);
}

type Rule = readonly [pattern: RegExp, replacement: string];

const RULES: readonly Rule[] = [
  [/-----BEGIN[A-Z0-9 +%]{1,60}KEY-----[\s\S]*?(?:-----END[A-Z0-9 +%]{1,60}KEY-----|$)/g, REDACTED],
  [/skc_([a-z]{2})_[\w%+/=-]+/gi, `skc_$1_${REDACTED}`],
  [/(whsec|whsk)_[\w%+/=-]+/gi, `$1_${REDACTED}`],
  [/\b((?:postgres(?:ql)?|amqps?|redis|mongodb|sftp|ssh):\/\/)[^\s"'<>]{1,512}:[^\s"'<>]{0,512}@/gi, `$1${REDACTED}@`],
  // A user without a password (`sftp://partner@host`) is kept; in other URLs, a user alone is usually a token.
  [/(?<!sftp|ssh)(:\/\/)[^\s/?#"'<>]{1,512}@/g, `$1${REDACTED}@`],
  [/(%3a%2f%2f)[^\s"'<>]{1,512}?%40/gi, `$1${REDACTED}%40`],
  [/\b(bearer(?:[ +]|%20){1,8})[\w.~+/=%-]{6,}/gi, `$1${REDACTED}`],
  [/\b([Bb]asic(?:[ +]|%20){1,8})(?=[\w+/%-]{0,64}[A-Z0-9=])[\w+/=%-]{6,}/g, `$1${REDACTED}`],
  [/eyJ[\w-]{8,1024}\.[\w-]{8,}(?:\.[\w-]*)?/g, REDACTED],
  [new RegExp(`${BASE64_START}[\\w+/=%-]{8,}`, "g"), REDACTED],
  [
    new RegExp(`(${SECRET_WORD}\\\\{0,8}["']\\s{0,8}:\\s{0,8}\\\\{0,8}(["']))(?:(?!\\2)[^\\\\])+`, "gi"),
    `$1${REDACTED}`,
  ],
  [new RegExp(`((?:${SECRET_WORD})(?:=|%3d))[^\\s"'&;,<>]+`, "gi"), `$1${REDACTED}`],
  [/\b((?:authorization|cookie)(?::|%3a)\s{0,8})[^\r\n]+/gi, `$1${REDACTED}`],
];

/**
 * Removes everything that looks like a secret from a string: Skucast's keys and tokens, passwords in URLs, private keys,
 * bearer tokens. Meant for strings of a few kilobytes; cut longer ones first.
 */
export function scrubText(text: string): string {
  let scrubbed = text;
  for (const [pattern, replacement] of RULES) scrubbed = scrubbed.replace(pattern, replacement);
  return scrubbed;
}
