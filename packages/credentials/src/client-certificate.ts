import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";

/** The displayed details of a certificate. */
export interface ShownCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly fingerprintSha256: string;
  readonly validFrom: Date;
  readonly expiresAt: Date;
}

/** A certificate and key that cannot be used together. `part` is the one to change. */
export class ClientCertificateRefused extends Error {
  override readonly name = "ClientCertificateRefused";
  readonly part: "certificate" | "private_key";

  constructor(part: "certificate" | "private_key", message: string) {
    super(message);
    this.part = part;
  }
}

const CHAIN_MAX = 5;
const RSA_BITS_MIN = 2048;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Parses a certificate chain and its private key and returns both as minimal PEM. Throws ClientCertificateRefused if
 * one of them cannot be parsed, is not currently valid, does not match, or is not usable for TLS.
 */
export function readClientCertificate(
  { certificate, privateKey }: { certificate: string; privateKey: string },
  now: Date,
): { certificate: string; privateKey: string } {
  const chain = chainOf(certificate);
  const key = keyOf(privateKey);
  const [leaf] = chain;
  if (leaf.validFromDate > now) {
    const message = `must be valid now, but is valid only from ${leaf.validFromDate.toISOString()}`;
    throw new ClientCertificateRefused("certificate", message);
  }
  if (leaf.validToDate <= now) throw new ClientCertificateRefused("certificate", "must not have expired");
  if (!leaf.checkPrivateKey(key)) {
    throw new ClientCertificateRefused("private_key", "must be the key of the first certificate");
  }
  const plain = {
    certificate: chain.map((one) => one.toString()).join(""),
    privateKey: key.export({ format: "pem", type: "pkcs8" }).toString(),
  };
  assertUsable(plain);
  return plain;
}

/** Error messages for certificates that TLS rejects, by OpenSSL's error code. */
const TLS_REASONS: Readonly<Record<string, string>> = {
  ERR_SSL_EE_KEY_TOO_SMALL: "has a key that is too short for TLS: use an RSA key of 2048 bits or the curve P-256",
  ERR_SSL_CA_KEY_TOO_SMALL: "includes an issuer's certificate whose key is too short for TLS: remove that certificate",
  ERR_SSL_CA_MD_TOO_WEAK: "or one in its chain is signed with a hash that is too weak for TLS: SHA-256 is required",
};

/** Rejects certificates that TLS cannot use, because each connection would fail. */
function assertUsable({ certificate, privateKey }: { certificate: string; privateKey: string }): void {
  try {
    createSecureContext({ cert: certificate, key: privateKey });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = TLS_REASONS[code] ?? `cannot be used for TLS${code === "" ? "" : ` (${code})`}`;
    throw new ClientCertificateRefused("certificate", reason);
  }
}

/** The details of the first certificate of a chain. */
export function showCertificate(chain: string): ShownCertificate {
  const leaf = new X509Certificate(chain);
  return {
    // Node.js separates the names with line breaks.
    subject: leaf.subject.replaceAll("\n", ", "),
    issuer: leaf.issuer.replaceAll("\n", ", "),
    fingerprintSha256: leaf.fingerprint256,
    validFrom: leaf.validFromDate,
    expiresAt: leaf.validToDate,
  };
}

function chainOf(text: string): [X509Certificate, ...X509Certificate[]] {
  const [first, ...others] = text.match(CERTIFICATE) ?? [];
  if (first === undefined) throw new ClientCertificateRefused("certificate", "must be a PEM certificate");
  if (others.length >= CHAIN_MAX) {
    throw new ClientCertificateRefused("certificate", `must be at most ${CHAIN_MAX} certificates`);
  }
  try {
    return [new X509Certificate(first), ...others.map((one) => new X509Certificate(one))];
  } catch {
    throw new ClientCertificateRefused("certificate", "must be a PEM certificate");
  }
}

function keyOf(text: string): KeyObject {
  const key = parsedKey(text);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const isStrong = type === "rsa" ? (details?.modulusLength ?? 0) >= RSA_BITS_MIN : type === "ec" || type === "ed25519";
  if (isStrong) return key;
  const message = `must be an RSA key of at least ${RSA_BITS_MIN} bits, an elliptic curve key, or an ed25519 key`;
  throw new ClientCertificateRefused("private_key", message);
}

function parsedKey(text: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    throw new ClientCertificateRefused("private_key", "must be a PEM private key without a passphrase");
  }
}
