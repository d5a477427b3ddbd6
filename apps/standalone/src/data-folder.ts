import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newKeyringText } from "@skucast/credentials/keyring";

/** The folder that holds everything of one installation. */
export interface DataFolder {
  readonly path: string;
  /** Path of a file or folder in it. */
  at(...names: string[]): string;
  /** Content of a file that only its owner may read; null when it does not exist. */
  readPrivate(name: string): string | null;
  /** Writes a file that only its owner may read. After a crash it holds the old or the new content. */
  writePrivate(name: string, text: string): void;
}

const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Opens the data folder at an absolute path and creates it if necessary. */
export function openDataFolder(path: string): DataFolder {
  createFolder(path);
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

/** Creates one level at a time: where no folder can be created (/proc), Node's recursive mkdir never returns. */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  mkdirSync(path, { mode: PRIVATE_FOLDER });
}

/** The keys for secrets at rest: created at the first start and kept. */
export function keyringTextOf(folder: DataFolder): string {
  const kept = folder.readPrivate("encryption-keys");
  if (kept !== null) return kept.trim();
  const created = newKeyringText();
  folder.writePrivate("encryption-keys", `${created}\n`);
  return created;
}
