import { generateKeyPairSync, randomBytes } from "node:crypto";

/** An Ed25519 key pair in OpenSSH formats. */
export interface SshKeyPair {
  /** PEM of openssh-key-v1 (OpenSSH's PROTOCOL.key), not encrypted. */
  readonly privateKey: string;
  /** One line for authorized_keys. */
  readonly publicKey: string;
}

const TYPE = "ssh-ed25519";
const BLOCK_BYTES = 8;

export function newSshKeyPair(comment: string): SshKeyPair {
  const jwk = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const publicBytes = Buffer.from(jwk.x ?? "", "base64url");
  const seed = Buffer.from(jwk.d ?? "", "base64url");
  const publicBlob = Buffer.concat([field(TYPE), field(publicBytes)]);
  return {
    privateKey: pem(publicBlob, publicBytes, seed, comment),
    publicKey: `${TYPE} ${publicBlob.toString("base64")} ${comment}`,
  };
}

function pem(publicBlob: Buffer, publicBytes: Buffer, seed: Buffer, comment: string): string {
  const check = randomBytes(4);
  const secret = Buffer.concat([
    check,
    check,
    field(TYPE),
    field(publicBytes),
    field(Buffer.concat([seed, publicBytes])),
    field(comment),
  ]);
  const padding = Buffer.from(
    Array.from({ length: (BLOCK_BYTES - (secret.length % BLOCK_BYTES)) % BLOCK_BYTES }, (_, i) => i + 1),
  );
  const body = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    field("none"),
    field("none"),
    field(""),
    uint32(1),
    field(publicBlob),
    field(Buffer.concat([secret, padding])),
  ]);
  const lines = body.toString("base64").match(/.{1,70}/g) ?? [];
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join("\n")}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

/** A string of the SSH wire format (RFC 4251, section 5): its length in four bytes, then its bytes. */
function field(value: string | Buffer): Buffer {
  const bytes = typeof value === "string" ? Buffer.from(value) : value;
  return Buffer.concat([uint32(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
