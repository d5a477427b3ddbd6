import type {
  Algorithms,
  CipherAlgorithm,
  CompressionAlgorithm,
  KexAlgorithm,
  MacAlgorithm,
  ServerHostKeyAlgorithm,
} from "ssh2";

/** Families of host keys. A host has at most one key of each. */
const HOST_KEY_FAMILIES = {
  ed25519: ["ssh-ed25519"],
  ecdsa: ["ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521"],
  rsa: ["rsa-sha2-512", "rsa-sha2-256"],
} as const satisfies Record<string, readonly ServerHostKeyAlgorithm[]>;

export type HostKeyFamily = keyof typeof HOST_KEY_FAMILIES;
/** All families, the preferred one first. */
const HOST_KEY_FAMILY_NAMES = Object.keys(HOST_KEY_FAMILIES) as readonly HostKeyFamily[];

/** The families of host keys that a host offers in addition to the presented one; all others if its offer is not known. */
export function otherFamilies(offered: readonly string[] | undefined, shownType: string): HostKeyFamily[] {
  const others = HOST_KEY_FAMILY_NAMES.filter((family) => !isOfFamily(family, shownType));
  if (!offered) return others;
  return others.filter((family) => offered.some((name) => isOfFamily(family, name)));
}

const isOfFamily = (family: HostKeyFamily, name: string): boolean =>
  (HOST_KEY_FAMILIES[family] as readonly string[]).includes(name) || (family === "rsa" && name === "ssh-rsa");

/**
 * The algorithms offered to partners' servers: no SHA-1, no CBC, no DSA. ssh2's default list still has ssh-rsa and
 * hmac-sha1. AES-GCM comes first, because hardware support makes it the fastest by far.
 */
const ALGORITHMS = {
  kex: [
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp256",
    "ecdh-sha2-nistp384",
    "ecdh-sha2-nistp521",
    "diffie-hellman-group16-sha512",
    "diffie-hellman-group18-sha512",
    "diffie-hellman-group14-sha256",
  ],
  serverHostKey: [...HOST_KEY_FAMILIES.ed25519, ...HOST_KEY_FAMILIES.ecdsa, ...HOST_KEY_FAMILIES.rsa],
  cipher: [
    "aes128-gcm@openssh.com",
    "aes256-gcm@openssh.com",
    "chacha20-poly1305@openssh.com",
    "aes128-ctr",
    "aes192-ctr",
    "aes256-ctr",
  ],
  hmac: ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256", "hmac-sha2-512"],
  compress: ["none"],
} satisfies Algorithms;

/**
 * Additional algorithms for servers from before about 2015. They come last, so that they are used only if nothing
 * better is offered.
 */
const LEGACY = {
  kex: ["diffie-hellman-group-exchange-sha256", "diffie-hellman-group14-sha1", "diffie-hellman-group-exchange-sha1"],
  serverHostKey: ["ssh-rsa"],
  cipher: ["aes256-cbc", "aes128-cbc"],
  hmac: ["hmac-sha1-etm@openssh.com", "hmac-sha1"],
} satisfies Algorithms;

interface Offer {
  readonly kex: KexAlgorithm[];
  readonly serverHostKey: ServerHostKeyAlgorithm[];
  readonly cipher: CipherAlgorithm[];
  readonly hmac: MacAlgorithm[];
  readonly compress: CompressionAlgorithm[];
}

/** The algorithms for a destination. With a family, only host keys of that family are requested. */
export function algorithmsFor(
  { isLegacyAllowed }: { readonly isLegacyAllowed: boolean },
  family?: HostKeyFamily,
): Offer {
  const { kex, serverHostKey, cipher, hmac, compress } = ALGORITHMS;
  const wanted: ServerHostKeyAlgorithm[] = family ? [...HOST_KEY_FAMILIES[family]] : serverHostKey;
  if (!isLegacyAllowed) return { kex, serverHostKey: wanted, cipher, hmac, compress };
  const hasLegacyKey = family === undefined || family === "rsa";
  return {
    kex: [...kex, ...LEGACY.kex],
    serverHostKey: [...wanted, ...(hasLegacyKey ? LEGACY.serverHostKey : [])],
    cipher: [...cipher, ...LEGACY.cipher],
    hmac: [...hmac, ...LEGACY.hmac],
    compress,
  };
}
