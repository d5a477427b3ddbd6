import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/** The cost of one hash. */
export interface PasswordCost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

// The second recommended option of RFC 9106, section 4: 64 MiB, three passes, four lanes.
const COST: PasswordCost = { memoryKib: 65_536, passes: 3, lanes: 4 };
/**
 * A stored hash with a higher cost is rejected: an attacker who can write hashes could otherwise exhaust the memory of
 * the process.
 */
const COST_MAX: PasswordCost = { memoryKib: 262_144, passes: 10, lanes: 16 };
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Hashes a password with argon2id. Returns the PHC string format, which other implementations can read. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive(password, nonce, cost, TAG_BYTES);
  const { memoryKib, passes, lanes } = cost;
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${base64(nonce)}$${base64(tag)}`;
}

/**
 * Whether the password matches the hash. A missing or unreadable hash costs the same work as one that does not match,
 * so that the duration does not reveal whether an account exists.
 */
export async function verifyPassword(password: string, phc: string | null, cost = COST): Promise<boolean> {
  const known = phc === null ? null : readPhc(phc);
  const compared = known ?? { nonce: randomBytes(16), tag: randomBytes(TAG_BYTES), cost };
  const { nonce, tag } = compared;
  const isEqual = timingSafeEqual(await derive(password, nonce, compared.cost, tag.length), tag);
  return known !== null && isEqual;
}

function readPhc(phc: string): { nonce: Buffer; tag: Buffer; cost: PasswordCost } | null {
  const [, memory, passes, lanes, nonce = "", tag = ""] = PHC.exec(phc) ?? [];
  const cost: PasswordCost = { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) };
  const isBounded =
    cost.memoryKib >= 8 * cost.lanes &&
    cost.memoryKib <= COST_MAX.memoryKib &&
    cost.passes >= 1 &&
    cost.passes <= COST_MAX.passes &&
    cost.lanes >= 1 &&
    cost.lanes <= COST_MAX.lanes;
  return isBounded ? { nonce: Buffer.from(nonce, "base64"), tag: Buffer.from(tag, "base64"), cost } : null;
}

/**
 * Normalizes compatibility forms of characters, so that a password is the same on any keyboard (RFC 8265, section 4.2).
 */
const derive = (password: string, nonce: Buffer, { memoryKib, passes, lanes }: PasswordCost, tagLength: number) =>
  promisify(argon2)("argon2id", {
    message: Buffer.from(password.normalize("NFKC"), "utf8"),
    nonce,
    memory: memoryKib,
    passes,
    parallelism: lanes,
    tagLength,
  });

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "");
