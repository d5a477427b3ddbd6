import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** Containers that share the folder count their processes separately. */
const NAMESPACE = process.platform === "linux" ? /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] : "0";
const PREFIX = `skucast-${NAMESPACE}-`;
/** A run of all tests needs about 1 GB of temporary files, in addition to the memory of its processes. */
const FREE_MIN_BYTES = 3 * 1024 ** 3;

/**
 * Creates a folder for the temporary files of one run: in memory if there is plenty of it, otherwise where the system
 * keeps them. A test's database has 600 files, and on a disk PostgreSQL spends most of its CPU time on creating and
 * deleting them. Delete the folder after the run (`deleteRunFolder`); if a run is killed, the next run deletes its folder.
 * @param {{ mayBeInMemory: boolean }} options
 */
export function createRunFolder({ mayBeInMemory }) {
  const parent = mayBeInMemory && hasMemory() ? MEMORY : tmpdir();
  for (const name of readdirSync(parent)) if (isAbandoned(name)) deleteRunFolder(join(parent, name));
  const folder = join(parent, `${PREFIX}${process.pid}`);
  // Servers that run as other users have their files in it.
  mkdirSync(folder, { mode: 0o711 });
  return folder;
}

/**
 * Deletes the folder, also if tests that were killed left volumes mounted in it. What cannot be deleted stays, and is
 * named: it fails no run.
 * @param {string} folder
 */
export function deleteRunFolder(folder) {
  try {
    for (const volume of mountedIn(folder)) execFileSync("umount", ["--lazy", volume]);
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.error(`Temporary files of a test run stay in ${folder}: ${error}`);
  }
}

/** What is mounted in a folder, innermost first. */
function mountedIn(/** @type {string} */ folder) {
  if (process.platform !== "linux") return [];
  const paths = readFileSync("/proc/mounts", "utf8").matchAll(/^\S+ (\S+)/gm);
  return Array.from(paths, ([, path = ""]) => path)
    .filter((path) => path.startsWith(`${folder}/`))
    .reverse();
}

/** Containers often mount it for little data, and without programs, which some tests write and run. */
function hasMemory() {
  if (process.platform !== "linux") return false;
  const mount = readFileSync("/proc/mounts", "utf8").match(new RegExp(`^tmpfs ${MEMORY} tmpfs (\\S+)`, "m"));
  if (mount === null || /\bnoexec\b/.test(mount[1] ?? "")) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) >= FREE_MIN_BYTES;
}

/** Whether it is the folder of a run that has ended. */
function isAbandoned(/** @type {string} */ name) {
  const [, pid] = new RegExp(`^${PREFIX}(\\d+)$`).exec(name) ?? [];
  if (pid === undefined) return false;
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH";
  }
}
