import { describe, expect, test } from "@jest/globals";
import { type Keyring, newKeyringText, parseKeyring } from "./keyring.js";
import { openSecret, sealSecret } from "./seal.js";

const keyring = parseKeyring(newKeyringText());
const [, keyText] = newKeyringText().replace("k1:", "k2:").split(":");
const next: Keyring = parseKeyring(`k2:${keyText},${textOf(keyring)}`);

function textOf({ current, keys }: Keyring): string {
  return `${current}:${keys.get(current)?.toString("base64")}`;
}

describe("a sealed secret", () => {
  test.each(["", "whsec_abc", "Größe 漢字 😀", "x".repeat(100_000)])("opens in its place: %.20j", (secret) => {
    expect(openSecret(keyring, sealSecret(keyring, secret, "ws_1/whe_1/secret"), "ws_1/whe_1/secret")).toBe(secret);
  });

  test("does not open at another location", () => {
    const sealed = sealSecret(keyring, "s3cret", "ws_1/whe_1/secret");
    for (const place of ["ws_2/whe_1/secret", "ws_1/whe_2/secret", "ws_1/whe_1/auth", ""]) {
      expect(() => openSecret(keyring, sealed, place)).toThrow();
    }
  });

  test("does not open with any byte changed or missing", () => {
    const sealed = sealSecret(keyring, "s3cret", "place");
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => openSecret(keyring, changed, "place")).toThrow();
      expect(() => openSecret(keyring, sealed.subarray(0, at), "place")).toThrow();
    }
    expect(() => openSecret(keyring, Buffer.concat([sealed, Buffer.from([0])]), "place")).toThrow();
  });

  test("does not open with a shortened authentication tag", () => {
    const sealed = sealSecret(keyring, "", "place");
    for (const cut of [1, 4, 8, 12]) expect(() => openSecret(keyring, sealed.subarray(0, -cut), "place")).toThrow();
  });

  test("contains neither the secret nor a key, and is unique", () => {
    const first = sealSecret(keyring, "s3cret-value", "place");
    const second = sealSecret(keyring, "s3cret-value", "place");
    expect(first.includes("s3cret")).toBe(false);
    expect(first.includes(keyring.keys.get("k1") ?? "")).toBe(false);
    expect(first.equals(second)).toBe(false);
  });

  test("opens after a new key was added, and is then sealed with the new key", () => {
    const old = sealSecret(keyring, "old", "place");
    expect(openSecret(next, old, "place")).toBe("old");
    const fresh = sealSecret(next, "new", "place");
    expect(openSecret(next, fresh, "place")).toBe("new");
    expect(() => openSecret(keyring, fresh, "place")).toThrow('no key "k2"');
  });

  test("does not open with a different key of the same id", () => {
    const other = parseKeyring(newKeyringText());
    expect(() => openSecret(other, sealSecret(keyring, "s", "place"), "place")).toThrow();
  });
});
