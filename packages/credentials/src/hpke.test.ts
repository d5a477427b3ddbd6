import { expect, test } from "@jest/globals";
import { hpkeOpen, hpkeSeal } from "./hpke.js";
import { newX25519Key, x25519PrivateBytes, x25519PrivateKey, x25519PublicBytes, x25519PublicKey } from "./x25519.js";

/** RFC 9180, appendix A.1.1: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode, first message. */
const VECTOR = {
  info: "Ode on a Grecian Urn",
  ephemeral: "52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736",
  recipient: "4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8",
  recipientPublic: "3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d",
  encapsulated: "37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431",
  text: "4265617574792069732074727574682c20747275746820626561757479",
  aad: "Count-0",
  sealed: "f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a",
};

test("seals as in the RFC's vector, and opens it", () => {
  const recipient = x25519PrivateKey(Buffer.from(VECTOR.recipient, "hex"));
  expect(x25519PublicBytes(recipient).toString("hex")).toBe(VECTOR.recipientPublic);
  const ephemeral = x25519PrivateKey(Buffer.from(VECTOR.ephemeral, "hex"));
  const bound = { info: VECTOR.info, aad: VECTOR.aad, aead: "aes-128-gcm" } as const;
  const publicKey = x25519PublicKey(Buffer.from(VECTOR.recipientPublic, "hex"));
  const sealed = hpkeSeal(publicKey, Buffer.from(VECTOR.text, "hex"), { ...bound, ephemeral });
  expect(sealed.toString("hex")).toBe(VECTOR.encapsulated + VECTOR.sealed);
  expect(hpkeOpen(recipient, sealed, bound).toString()).toBe("Beauty is truth, truth beauty");
});

const key = newX25519Key();
const publicKey = x25519PublicKey(x25519PublicBytes(key));
const bound = { info: "test", aad: "place" };

test("opens only for its recipient, purpose and location", () => {
  const sealed = hpkeSeal(publicKey, Buffer.from("s3cret"), bound);
  expect(hpkeOpen(key, sealed, bound).toString()).toBe("s3cret");
  expect(() => hpkeOpen(newX25519Key(), sealed, bound)).toThrow();
  expect(() => hpkeOpen(key, sealed, { ...bound, info: "other" })).toThrow();
  expect(() => hpkeOpen(key, sealed, { ...bound, aad: "other" })).toThrow();
});

test("does not open with any byte changed or missing", () => {
  const sealed = hpkeSeal(publicKey, Buffer.from("s3cret"), bound);
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => hpkeOpen(key, changed, bound)).toThrow();
    expect(() => hpkeOpen(key, sealed.subarray(0, at), bound)).toThrow();
  }
});

test("each message is different, and does not contain the plaintext", () => {
  const first = hpkeSeal(publicKey, Buffer.from("s3cret"), bound);
  const second = hpkeSeal(publicKey, Buffer.from("s3cret"), bound);
  expect(first.equals(second)).toBe(false);
  expect(first.includes("s3cret")).toBe(false);
});

test("the private key can be restored from its 32 bytes", () => {
  expect(x25519PrivateBytes(x25519PrivateKey(x25519PrivateBytes(key))).equals(x25519PrivateBytes(key))).toBe(true);
});
