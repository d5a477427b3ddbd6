// A process of a peer, which ends with the bench in any case.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";

const READY_MS = 120_000;
const LOOK_MS = 10;
const STOP_MS = 15_000;
const SHOWN_CHARS = 4_000;

/**
 * Starts a program and keeps the end of its output.
 * @param {{ command: string, args: string[], cwd: string, env: Record<string, string> }} program
 */
export function startProcess({ command, args, cwd, env }) {
  const child = spawn("setpriv", ["--pdeathsig", "KILL", command, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-SHOWN_CHARS);
    });
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    pid: /** @type {number} */ (child.pid),
    hasEnded,
    exitCode: () => child.exitCode,
    output: () => output,
    async stop() {
      if (hasEnded()) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Runs a program to its end; throws with its output if it fails. */
export async function runProgram(program) {
  const child = startProcess(program);
  while (!child.hasEnded()) await pause(LOOK_MS * 10);
  if (child.exitCode() !== 0) throw new Error(`${program.args.join(" ")}: ${child.output()}`);
}

/** Waits until `isAnswering` succeeds for the first time; throws with the output of a process that has ended. */
export async function untilAnswering(processes, isAnswering) {
  for (const deadline = Date.now() + READY_MS; Date.now() < deadline; await pause(LOOK_MS)) {
    const ended = processes.find((each) => each.hasEnded());
    if (ended) throw new Error(`the service ended: ${ended.output()}`);
    if (await isAnswering().catch(() => false)) return;
  }
  throw new Error(`the service did not answer in time: ${processes.map((each) => each.output()).join("\n")}`);
}
