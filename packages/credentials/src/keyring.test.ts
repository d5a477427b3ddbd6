import { expect, test } from "@jest/globals";
import { deriveKey, newKeyringText, parseKeyring } from "./keyring.js";

const KEY = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ=";

test("the first key is the current one, and all keys are available", () => {
  const other = newKeyringText().slice(3);
  const keyring = parseKeyring(` new:${other} , old:${KEY} `);
  expect(keyring.current).toBe("new");
  expect([...keyring.keys.keys()]).toEqual(["new", "old"]);
  expect(keyring.keys.get("old")?.toString()).toBe("secret-secret-secret-secret-1234");
});

test.each([
  "",
  KEY,
  `K1:${KEY}`,
  `k1:${KEY}x`,
  `k1:${KEY.slice(4)}`,
  `k1:${KEY},`,
  `k1:${KEY};k2:${KEY}`,
  `k1:${KEY},k1:${KEY}`,
  `toolongforanidentifier:${KEY}`,
])("%j is rejected with an error that shows no key", (text) => {
  let message = "";
  try {
    parseKeyring(text);
  } catch (error) {
    message = String(error);
  }
  expect(message).toMatch(/encryption key/);
  expect(message).not.toContain(KEY.slice(4, 20));
});

test("a new keyring has one key, and is unique", () => {
  expect(parseKeyring(newKeyringText()).keys.get("k1")).toHaveLength(32);
  expect(newKeyringText()).not.toBe(newKeyringText());
});

test("a derived key is the same for the same purpose and key, and different otherwise", () => {
  const keyring = parseKeyring(`k1:${KEY}`);
  const cursors = deriveKey(keyring, "cursors");
  expect(cursors).toHaveLength(32);
  expect(deriveKey(keyring, "cursors").equals(cursors)).toBe(true);
  expect(deriveKey(keyring, "cookies").equals(cursors)).toBe(false);
  expect(cursors.equals(keyring.keys.get("k1") ?? cursors)).toBe(false);
  expect(deriveKey(parseKeyring(newKeyringText()), "cursors").equals(cursors)).toBe(false);
});
