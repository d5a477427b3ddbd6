import { describe, expect, test } from "@jest/globals";
import { newKeyringText, parseKeyring } from "./keyring.js";
import { openSecret, rewrapSecret, sealSecret } from "./seal.js";
import { derivePrivateKeys, newKeyPairTexts, parsePrivateKeys, parseSealingKey, sealingKeyOf } from "./sealing-keys.js";

const keyring = parseKeyring(newKeyringText());
const pair = newKeyPairTexts("w1");
const sealer = parseSealingKey(pair.publicText);
const opener = { ...keyring, privateKeys: parsePrivateKeys(pair.privateText) };
const PLACE = "ws_1/whe_1/secret";

describe("a secret sealed with a public key", () => {
  test.each(["", "whsec_abc", "Größe 漢字 😀"])("opens with the private key, in its place: %j", (secret) => {
    const sealed = sealSecret(sealer, secret, PLACE);
    expect(openSecret(opener, sealed, PLACE)).toBe(secret);
    expect(() => openSecret(opener, sealed, "ws_2/whe_1/secret")).toThrow();
  });

  test("cannot be opened by the sealer, neither with the public key nor with the keyring", () => {
    const sealed = sealSecret(sealer, "whsec_abc", PLACE);
    expect(() => openSecret(keyring, sealed, PLACE)).toThrow('no private key "w1"');
    const guess = new Map([["w1", sealer.publicKey]]);
    expect(() => openSecret({ ...keyring, privateKeys: guess }, sealed, PLACE)).toThrow();
    const other = parsePrivateKeys(newKeyPairTexts("w1").privateText);
    expect(() => openSecret({ ...keyring, privateKeys: other }, sealed, PLACE)).toThrow();
  });

  test("does not open with any byte changed or missing", () => {
    const sealed = sealSecret(sealer, "s3cret", PLACE);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => openSecret(opener, changed, PLACE)).toThrow();
      expect(() => openSecret(opener, sealed.subarray(0, at), PLACE)).toThrow();
    }
  });
});

describe("rewrapping", () => {
  const next = newKeyPairTexts("w2");
  const rotated = { ...keyring, privateKeys: parsePrivateKeys(`${next.privateText},${pair.privateText}`) };

  test("moves a secret to the new key, and the old one no longer opens it", () => {
    const sealed = sealSecret(sealer, "s3cret", PLACE);
    const rewrapped = rewrapSecret({ opener: rotated, sealer: sealingKeyOf(rotated.privateKeys) }, sealed, PLACE);
    if (!rewrapped) throw new Error("it was not rewrapped");
    expect(openSecret(rotated, rewrapped, PLACE)).toBe("s3cret");
    expect(() => openSecret(opener, rewrapped, PLACE)).toThrow('no private key "w2"');
  });

  test("moves a secret from a keyring to the owner of a private key", () => {
    const rewrapped = rewrapSecret({ opener, sealer }, sealSecret(keyring, "s3cret", PLACE), PLACE);
    if (!rewrapped) throw new Error("it was not rewrapped");
    expect(openSecret(opener, rewrapped, PLACE)).toBe("s3cret");
    expect(() => openSecret(keyring, rewrapped, PLACE)).toThrow();
  });

  test("skips secrets under the current key, and rejects those of another location", () => {
    const sealed = sealSecret(sealer, "s3cret", PLACE);
    expect(rewrapSecret({ opener, sealer }, sealed, PLACE)).toBeUndefined();
    expect(() =>
      rewrapSecret({ opener: rotated, sealer: sealingKeyOf(rotated.privateKeys) }, sealed, "other"),
    ).toThrow();
  });
});

describe("keys", () => {
  test("derived keys are the same for the same keyring and purpose, and different otherwise", () => {
    const publicOf = (purpose: string, ring = keyring) =>
      sealingKeyOf(derivePrivateKeys(ring, purpose)).publicKey.export({ format: "der", type: "spki" }).toString("hex");
    expect(publicOf("a")).toBe(publicOf("a"));
    expect(publicOf("a")).not.toBe(publicOf("b"));
    expect(publicOf("a")).not.toBe(publicOf("a", parseKeyring(newKeyringText())));
    expect([...derivePrivateKeys(keyring, "a").keys()]).toEqual(["derived-k1"]);
  });

  test("the first private key is the current one", () => {
    const keys = parsePrivateKeys(`${newKeyPairTexts("b").privateText}, ${newKeyPairTexts("a").privateText}`);
    expect(sealingKeyOf(keys).id).toBe("b");
  });

  const secret = pair.privateText.slice(3);
  test.each(["", secret, `w1:${secret.slice(4)}`, `W1:${secret}`, `w1:${secret},w1:${secret}`])(
    "an invalid string is rejected with an error that shows no key: case %#",
    (text) => {
      let message = "";
      try {
        parsePrivateKeys(text);
      } catch (error) {
        message = String(error);
      }
      expect(message).toMatch(/key/);
      expect(message).not.toContain(secret.slice(4, 20));
    },
  );
});
