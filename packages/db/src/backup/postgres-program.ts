import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How much output of the program the error contains. */
const SAID_MAX = 2_000;

/**
 * Runs pg_dump or pg_restore on a database. Rejects with the output of the program if it fails. The password is in a
 * file that only this user can read, not in the arguments, which every user of the machine can see.
 */
export async function runPostgresProgram(program: string, url: string, args: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "skucast-backup-"));
  try {
    const passwordFile = join(folder, "password");
    writeFileSync(passwordFile, `*:*:*:*:${escaped(decodeURIComponent(new URL(url).password))}\n`, { mode: 0o600 });
    await run(program, [...args, `--dbname=${withPasswordFile(url, passwordFile)}`, "--no-password"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function withPasswordFile(url: string, path: string): string {
  const own = new URL(url);
  own.password = "";
  own.searchParams.set("passfile", path);
  return own.href;
}

/** Escapes a field of a libpq password file. */
const escaped = (password: string): string => password.replaceAll(/[\\:]/g, (character) => `\\${character}`);

async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-SAID_MAX);
  });
  const [code] = await once(child, "close").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    throw new Error(
      `${program} was not found. Install the client programs of PostgreSQL, in the server's version or newer (Debian: postgresql-client).`,
    );
  });
  if (code !== 0) throw new Error(`${program} failed: ${said.trim()}`);
}
