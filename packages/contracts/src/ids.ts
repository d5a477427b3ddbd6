import { z } from "zod";

/** Prefix of every kind of id, so that an id shows what it identifies. */
export const ID_PREFIXES = {
  workspace: "ws",
  user: "usr",
  apiKey: "key",
  session: "ses",
  invitation: "inv",
  grant: "grt",
  auditEntry: "aud",
  canary: "cnr",
  product: "prod",
  channel: "ch",
  lookupTable: "lkt",
  feed: "feed",
  run: "run",
  destination: "dst",
  source: "src",
  webhookEndpoint: "whe",
  event: "evt",
  delivery: "dlv",
  recovery: "rec",
  notice: "ntc",
  incident: "inc",
  savedView: "view",
  mail: "mail",
  accountEvent: "acv",
  import: "imp",
  pullCredential: "pull",
  productExport: "pex",
  workspaceExport: "exp",
  workspaceImport: "wim",
  request: "req",
} as const;

export type IdPrefix = (typeof ID_PREFIXES)[keyof typeof ID_PREFIXES];

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const RANDOM_BYTES = 16;
const POOL_BYTES = RANDOM_BYTES * 256;
const pool = new Uint8Array(POOL_BYTES);
let poolOffset = POOL_BYTES;

/**
 * A new id: `<prefix>_` and 26 characters of lower-case Crockford base32, laid out like a ULID: 10 characters of
 * milliseconds since 1970 and 16 random characters (80 bits). So ids sort by creation time.
 */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  // One system call provides the randomness of 256 ids, because every write creates ids.
  if (poolOffset === POOL_BYTES) {
    globalThis.crypto.getRandomValues(pool);
    poolOffset = 0;
  }
  let random = "";
  for (let i = 0; i < RANDOM_BYTES; i += 1) random += ALPHABET.charAt((pool[poolOffset + i] ?? 0) & 31);
  poolOffset += RANDOM_BYTES;
  return `${prefix}_${timeOf(nowMs)}${random}`;
}

/** The smallest possible id of a kind from this time on. Ids sort by time, so it bounds a range of them. */
export const firstIdAt = (prefix: IdPrefix, timeMs: number): string =>
  `${prefix}_${timeOf(Math.max(0, timeMs))}${"0".repeat(RANDOM_BYTES)}`;

function timeOf(timeMs: number): string {
  let time = "";
  let rest = timeMs;
  for (let i = 0; i < 10; i += 1) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return time;
}

/** Creation time of an id, in milliseconds since 1970. */
export const timeMsOf = (id: string): number =>
  [...id.slice(id.indexOf("_") + 1).slice(0, 10)].reduce((ms, letter) => ms * 32 + ALPHABET.indexOf(letter), 0);

/** Prefix of ids from this time: it sorts before every id of this kind from this time on, and after every earlier one. */
export const earliestId = (prefix: IdPrefix, ms: number): string => newId(prefix, ms).slice(0, prefix.length + 1 + 10);

/** Schema of one kind of id. */
export function idSchema(prefix: IdPrefix) {
  return z
    .string()
    .regex(
      new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`),
      `must be an id such as ${prefix}_01jd0000000000000000000000: ${prefix}_ and 26 letters and digits`,
    )
    .meta({ examples: [`${prefix}_01jd0000000000000000000000`] });
}
