import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** An authenticator in software, as a browser uses one: it creates one passkey and signs challenges with it. */
export interface SoftAuthenticator {
  readonly credentialId: string;
  /** The browser's response to the options of a registration. */
  create(options: { readonly challenge: string }, origin: string): string;
  /** The browser's response to the options of a sign-in. */
  use(options: { readonly challenge: string; readonly rpId: string }, origin: string): string;
}

export interface SoftAuthenticatorOptions {
  readonly rpId: string;
  /** The user handle, which identifies the account. */
  readonly userId: string;
  /** Whether the person is verified by PIN or biometrics. */
  readonly verifiesUser?: boolean;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export function createSoftAuthenticator(options: SoftAuthenticatorOptions): SoftAuthenticator {
  const { rpId, userId, verifiesUser = true } = options;
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  let counter = 0;
  const flags = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0);
  const authenticatorData = (extraFlags: number, rest: Buffer): Buffer => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags | extraFlags]), count, rest]);
  };
  const credentialId = id.toString("base64url");
  const envelope = { id: credentialId, rawId: credentialId, type: "public-key", clientExtensionResults: {} };
  return {
    credentialId,
    create: ({ challenge }, origin) => {
      const idLength = Buffer.alloc(2);
      idLength.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey(publicKey)]);
      const authData = authenticatorData(HAS_CREDENTIAL, attested);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        Buffer.from([0xa0]),
        cborText("authData"),
        cborBytes(authData),
      ]);
      const clientDataJSON = clientData("webauthn.create", challenge, origin).toString("base64url");
      const response = {
        clientDataJSON,
        attestationObject: attestationObject.toString("base64url"),
        transports: ["usb"],
      };
      return JSON.stringify({ ...envelope, response });
    },
    use: ({ challenge }, origin) => {
      const data = authenticatorData(0, Buffer.alloc(0));
      const client = clientData("webauthn.get", challenge, origin);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
        userHandle: Buffer.from(userId).toString("base64url"),
      };
      return JSON.stringify({ ...envelope, response });
    },
  };
}

const sha256 = (input: string | Buffer): Buffer => createHash("sha256").update(input).digest();

const clientData = (type: string, challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** The public key in COSE format (RFC 9053): EC2, ES256, P-256, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" }) as { x?: string; y?: string };
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, "base64url")),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, "base64url")),
  ]);
}

const cborText = (text: string): Buffer => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([
    bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ]);
