import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 1_000;

/**
 * Calls `onGone` once when the npm that runs this script is gone, which happens without a signal only if npm was killed
 * outright. A script started without npm has nothing to watch: its parent may leave it alone on purpose.
 * @param {() => void} onGone
 */
export function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const shellsParent = isShell(parent) ? parentOf(parent) : undefined;
  const timer = setInterval(() => {
    const isGone = process.ppid !== parent || (shellsParent !== undefined && parentOf(parent) !== shellsParent);
    if (!isGone) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
}

/** npm runs scripts through a shell, which on some systems stays in between. Only Linux can tell. */
function isShell(/** @type {number} */ pid) {
  return /^(ba|da|z|k)?sh$/.test(readProcess(pid, "comm")?.trim() ?? "");
}

function parentOf(/** @type {number} */ pid) {
  const status = readProcess(pid, "status");
  return status && Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
}

function readProcess(/** @type {number} */ pid, /** @type {string} */ file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}
