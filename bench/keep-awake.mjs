// Keeps the cores of a virtual machine from sleeping, as the kernel's `idle=poll` does.
import { spawn } from "node:child_process";
import { cpus } from "node:os";

/**
 * Starts a loop for each core that runs only when nothing else wants to, so that waking a thread does not first wake a core. It ends with this process; `stop` ends it before.
 */
export function keepAwake() {
  const loop = [
    "--idle",
    "0",
    "sh",
    "-c",
    'while kill -0 "$1"; do i=0; while [ $i -lt 1000000 ]; do i=$((i + 1)); done; done',
    "sh",
  ];
  const children = cpus().map(() => {
    const child = spawn("chrt", [...loop, String(process.pid)], { stdio: "ignore" });
    // Without chrt, the cores sleep as they do.
    child.once("error", () => {});
    child.unref();
    return child;
  });
  return { stop: () => children.forEach((child) => void child.kill("SIGKILL")) };
}
