import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
/** Not `patches`: without them pnpm refuses to install, which would change the dependencies that the copy borrows. */
const FOLDERS = ["apps", "packages", "scripts", "bench", "faults"];
const FILES = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "tsconfig.base.json", "turbo.json"];
const NOT_COPIED = new Set(["dist", ".turbo", ".vite", ".vite-temp"]);

export interface RepositoryCopy {
  readonly path: string;
  remove(): void;
}

/**
 * Copies the sources into a temporary folder, where a test may change them. The dependencies are those of this
 * repository: links of workspace packages are relative, so they lead to the copies.
 */
export function copyRepository(): RepositoryCopy {
  const path = mkdtempSync(join(tmpdir(), "skucast-copy-"));
  for (const name of [...FOLDERS, ...FILES]) {
    cpSync(join(ROOT, name), join(path, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !NOT_COPIED.has(basename(source)),
    });
  }
  symlinkSync(join(ROOT, "node_modules"), join(path, "node_modules"), "dir");
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
