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
 * deleting them. Delete the folder after the run; if a run is killed, the next run deletes its folder.
 * @param {{ mayBeInMemory: boolean }} options
 */
export function createRunFolder({ mayBeInMemory }) {
  const parent = mayBeInMemory && hasMemory() ? MEMORY : tmpdir();
  for (const name of readdirSync(parent))
    if (isAbandoned(name)) rmSync(join(parent, name), { recursive: true, force: true });
  const folder = join(parent, `${PREFIX}${process.pid}`);
  // Servers that run as other users have their files in it.
  mkdirSync(folder, { mode: 0o711 });
  return folder;
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
