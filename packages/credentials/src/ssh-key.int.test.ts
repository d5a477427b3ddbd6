import { execFileSync } from "node:child_process";
import { createPrivateKey } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { newSshKeyPair } from "./ssh-key.js";

/** The public key that OpenSSH derives from a private key. */
function readByOpenSsh(privateKey: string, ...args: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "skucast-key-"));
  const file = join(folder, "id");
  writeFileSync(file, privateKey, { mode: 0o600 });
  try {
    return execFileSync("ssh-keygen", [...args, "-f", file], { encoding: "utf8", timeout: 120_000 }).trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("OpenSSH reads the private key and derives the same public key, with comments of any length", () => {
  for (const comment of ["", "a", "ab", "skucast", "skucast-dst_01jd0000000000000000000000", "x".repeat(99)]) {
    const { privateKey, publicKey } = newSshKeyPair(comment);
    expect(readByOpenSsh(privateKey, "-y")).toBe(publicKey.trim());
    expect(readByOpenSsh(privateKey, "-l")).toMatch(/^256 SHA256:\S+ .*\(ED25519\)$/);
  }
});

test("key pairs are unique, and the public line does not contain the private key", () => {
  const first = newSshKeyPair("x");
  const second = newSshKeyPair("x");
  expect(first.publicKey).not.toBe(second.publicKey);
  expect(first.publicKey).toMatch(/^ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI[A-Za-z0-9+/]{43} x$/);
  expect(() => createPrivateKey(first.publicKey)).toThrow();
});
