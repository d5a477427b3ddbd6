import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";

/** A certificate as its owner may see it again. */
export interface ShownCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly fingerprintSha256: string;
  readonly validFrom: Date;
  readonly expiresAt: Date;
}

/** Why a certificate and its key cannot be used together; `part` says which of the two is to be changed. */
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
 * A chain and its private key in their plainest PEM, and nothing else of what stood around them. Throws
 * ClientCertificateRefused for what is no certificate or key, is not valid now, does not fit together, or
 * is of a kind that TLS does not use.
 */
export function readClientCertificate(
  { certificate, privateKey }: { certificate: string; privateKey: string },
  now: Date,
): { certificate: string; privateKey: string } {
  const chain = chainOf(certificate);
  const key = keyOf(privateKey);
  const [leaf] = chain;
  if (leaf.validFromDate > now) {
    const message = `must be valid already, not from ${leaf.validFromDate.toISOString()} on`;
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
  refuseUnusable(plain);
  return plain;
}

/** Why TLS would not use a certificate, by OpenSSL's reason. */
const TLS_REASONS: Readonly<Record<string, string>> = {
  ERR_SSL_EE_KEY_TOO_SMALL: "has a key that is too short for TLS: take an RSA key of 2048 bits or the curve P-256",
  ERR_SSL_CA_KEY_TOO_SMALL: "comes with an issuer's certificate whose key is too short for TLS: leave that one out",
  ERR_SSL_CA_MD_TOO_WEAK: "or one of its chain is signed with a hash that is too weak for TLS: SHA-256 is needed",
};

/** What TLS cannot use would fail at each connection. */
function refuseUnusable({ certificate, privateKey }: { certificate: string; privateKey: string }): void {
  try {
    createSecureContext({ cert: certificate, key: privateKey });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = TLS_REASONS[code] ?? `cannot be used for TLS${code === "" ? "" : ` (${code})`}`;
    throw new ClientCertificateRefused("certificate", reason);
  }
}

/** What the first certificate of a chain says. */
export function showCertificate(chain: string): ShownCertificate {
  const leaf = new X509Certificate(chain);
  return {
    // One name a line in Node.js' own form.
    subject: leaf.subject.replaceAll("\n", ", "),
    issuer: leaf.issuer.replaceAll("\n", ", "),
    fingerprintSha256: leaf.fingerprint256,
    validFrom: leaf.validFromDate,
    expiresAt: leaf.validToDate,
  };
}

function chainOf(text: string): [X509Certificate, ...X509Certificate[]] {
  const [first, ...others] = text.match(CERTIFICATE) ?? [];
  if (first === undefined) throw new ClientCertificateRefused("certificate", "must be a certificate in PEM");
  if (others.length >= CHAIN_MAX) {
    throw new ClientCertificateRefused("certificate", `must be at most ${CHAIN_MAX} certificates`);
  }
  try {
    return [new X509Certificate(first), ...others.map((one) => new X509Certificate(one))];
  } catch {
    throw new ClientCertificateRefused("certificate", "must be a certificate in PEM");
  }
}

function keyOf(text: string): KeyObject {
  const key = parsedKey(text);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const isStrong = type === "rsa" ? (details?.modulusLength ?? 0) >= RSA_BITS_MIN : type === "ec" || type === "ed25519";
  if (isStrong) return key;
  const message = `must be an RSA key of at least ${RSA_BITS_MIN} bits, an elliptic curve's, or an ed25519 key`;
  throw new ClientCertificateRefused("private_key", message);
}

function parsedKey(text: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    throw new ClientCertificateRefused("private_key", "must be a private key in PEM without a passphrase");
  }
}
