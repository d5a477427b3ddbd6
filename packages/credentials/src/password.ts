import { argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";

// The second choice of RFC 9106, section 4: 64 MiB, three passes, four lanes.
const MEMORY_KIB = 65_536;
const PASSES = 3;
const LANES = 4;
const TAG_BYTES = 32;

/** Hashes a password with argon2id; answers the PHC string form that other implementations read. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await promisify(argon2)("argon2id", {
    message: Buffer.from(password.normalize("NFKC"), "utf8"),
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
    tagLength: TAG_BYTES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(nonce)}$${base64(tag)}`;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/, "");
