import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newKeyringText } from "@skucast/credentials/keyring";

/** Where everything of one installation is kept. */
export interface DataFolder {
  readonly path: string;
  /** Path of a file or folder in it. */
  at(...names: string[]): string;
  /** The text of a file that only its owner may read; null when it is not there. */
  readPrivate(name: string): string | null;
  /** Writes such a file; a crash leaves the old one or the new one. */
  writePrivate(name: string, text: string): void;
}

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Opens the data folder at an absolute path and makes it when it is not there. */
export function openDataFolder(path: string): DataFolder {
  makeFolder(path);
  const at = (...names: string[]) => join(path, ...names);
  return {
    path,
    at,
    readPrivate: (name) => (existsSync(at(name)) ? readFileSync(at(name), "utf8") : null),
    writePrivate: (name, text) => {
      writeFileSync(at(`${name}.new`), text, { mode: PRIVATE_FILE });
      chmodSync(at(`${name}.new`), PRIVATE_FILE);
      renameSync(at(`${name}.new`), at(name));
    },
  };
}

/** Step by step: where nothing can be made (/proc), a recursive mkdir of Node never comes back. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: PRIVATE_FOLDER });
}

/** The keys of secrets at rest: made at the first start and kept. */
export function keyringTextOf(folder: DataFolder): string {
  const kept = folder.readPrivate("encryption-keys");
  if (kept !== null) return kept.trim();
  const made = newKeyringText();
  folder.writePrivate("encryption-keys", `${made}\n`);
  return made;
}
