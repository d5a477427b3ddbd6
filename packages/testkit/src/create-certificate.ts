import { createSign, generateKeyPairSync, randomBytes } from "node:crypto";

/** A key and its self-signed certificate, both as PEM. */
export interface TestCertificate {
  readonly key: string;
  readonly cert: string;
}

const ECDSA_SHA256 = oid("2a8648ce3d040302");
const COMMON_NAME = oid("550403");
const BASIC_CONSTRAINTS = oid("551d13");
const SUBJECT_ALT_NAME = oid("551d11");

/** Creates a certificate for host names (RFC 5280, section 4.1); by default with P-256, valid from 2020 to 2049. */
export function createCertificate(
  hosts: readonly string[],
  { from = "200101000000Z", until = "491231235959Z", namedCurve = "P-256" } = {},
): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve });
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from("test")))));
  const names = sequence(...hosts.map((host) => tagged(0x82, Buffer.from(host))));
  const extensions = sequence(
    sequence(BASIC_CONSTRAINTS, tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff]))))),
    sequence(SUBJECT_ALT_NAME, tagged(0x04, names)),
  );
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sequence(ECDSA_SHA256),
    name,
    sequence(utcTime(from), utcTime(until)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, extensions),
  );
  const signature = createSign("sha256").update(body).sign(privateKey);
  const certificate = sequence(
    body,
    sequence(ECDSA_SHA256),
    tagged(0x03, Buffer.concat([Buffer.from([0]), signature])),
  );
  const lines = certificate.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    key: String(privateKey.export({ type: "pkcs8", format: "pem" })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts));
const utcTime = (text: string): Buffer => tagged(0x17, Buffer.from(text));

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, "hex"));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
