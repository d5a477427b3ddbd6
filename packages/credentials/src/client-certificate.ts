import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";

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
  constructor(
    readonly part: "certificate" | "private_key",
    message: string,
  ) {
    super(message);
  }
}

const CHAIN_MAX = 5;
const RSA_BITS_MIN = 2048;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * A chain and its private key in their plainest PEM, and nothing else of what stood around them. Throws
 * ClientCertificateRefused for what is no certificate or key, is over, or does not fit together.
 */
export function readClientCertificate(
  { certificate, privateKey }: { certificate: string; privateKey: string },
  now: Date,
): { certificate: string; privateKey: string } {
  const chain = chainOf(certificate);
  const key = keyOf(privateKey);
  const [leaf] = chain;
  if (leaf.validToDate <= now) throw new ClientCertificateRefused("certificate", "must not have expired");
  if (!leaf.checkPrivateKey(key)) {
    throw new ClientCertificateRefused("private_key", "must be the key of the first certificate");
  }
  return {
    certificate: chain.map((one) => one.toString()).join(""),
    privateKey: key.export({ format: "pem", type: "pkcs8" }).toString(),
  };
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
