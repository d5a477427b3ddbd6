// Debian's HAProxy with one of the configurations that installations use.

import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { killProgram } from "./debian-programs.mjs";

/**
 * Starts HAProxy in a program folder. `env` has the addresses that the configuration reads, and `port` is one on which it
 * then listens.
 * @param {ReturnType<typeof import("./debian-programs.mjs").openProgramFolder>} folder
 * @param {{ configFile: string, env: Record<string, string>, port: number }} options
 */
export async function startHaproxy(folder, { configFile, env, port }) {
  const child = folder.start("haproxy", "/usr/sbin/haproxy", ["-db", "-f", configFile], env);
  while (!(await isOpen(port))) {
    if (child.exitCode !== null)
      throw new Error(`HAProxy ended with ${child.exitCode}: see ${folder.logOf("haproxy")}`);
    await pause(50);
  }
  return { stop: () => killProgram(child) };
}

function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
