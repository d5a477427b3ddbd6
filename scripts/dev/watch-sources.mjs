import { existsSync, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

const SKIPPED = new Set(["node_modules", "dist", "generated", "testing", ".turbo"]);
const NOT_RUN = /(\.test\.tsx?|~|\.sw[px]|\.tmp)$/;

/**
 * Calls `onChange` with the path of each source file that is written, created or removed below the folders. Each folder
 * has a watcher of its own: so an editor that replaces a file by renaming another one is noticed on every system.
 * @param {string[]} folders
 * @param {(path: string) => void} onChange
 * @returns {() => void} ends the watch
 */
export function watchSources(folders, onChange) {
  /** @type {Map<string, import("node:fs").FSWatcher>} */
  const watchers = new Map();

  /** @param {string} folder */
  const add = (folder) => {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_event, name) => {
      if (name === null || SKIPPED.has(name) || name.startsWith(".")) return;
      const path = join(folder, name);
      if (isFolder(path)) add(path);
      else if (!NOT_RUN.test(name)) onChange(path);
    });
    watcher.on("error", () => remove(folder)); // the folder was deleted
    watchers.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) add(join(folder, entry.name));
    }
  };
  /** @param {string} folder */
  const remove = (folder) => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  for (const folder of folders) if (existsSync(folder)) add(folder);
  return () => {
    for (const folder of watchers.keys()) remove(folder);
  };
}

/** @param {string} path */
function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
