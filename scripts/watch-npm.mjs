import { readFileSync } from "node:fs";

const CHECK_EVERY_MS = 1_000;

/**
 * Calls `onGone` once when the npm process that runs this script has ended. Without a signal that happens only if npm was
 * killed. A script that was started without npm watches nothing: its parent may have ended on purpose.
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
  }, CHECK_EVERY_MS);
  timer.unref();
}

/** npm runs scripts through a shell, which on some systems remains as the parent. This can be read on Linux only. */
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
