import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { eventually } from "../eventually.js";
import { reservePort } from "../reserve-port.js";
import { descendantsOf, isRunning, sendSignal } from "./processes.js";

/** How a server program is started, and how its log shows that it listens. */
export interface ServerProgram {
  readonly name: string;
  readonly command: string;
  readonly args: (port: number) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Matches a line of its log that is written when it listens. */
  readonly listening: RegExp;
  /** A folder that is deleted when the server is stopped or does not start. */
  readonly home: string;
  /** Finds the software in the first bytes that the server sends. Default: the identification of SSH. */
  readonly identification?: RegExp;
}

/** RFC 4253, section 4.2. */
const SSH_IDENTIFICATION = /^SSH-2\.0-([^\r\n]*)\r?\n/m;

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
  readonly version: string;
  log(): string;
  stop(): Promise<void>;
}

const HOST = "127.0.0.1";
const PORT_TRIES_MAX = 5;
const START_TIMEOUT_MS = 60_000;
const IDENTIFY_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 5_000;
const KILL_TIMEOUT_MS = 20_000;
const LOG_LINES_MAX = 200;
const IDENTIFICATION_BYTES_MAX = 8_192;

/**
 * Starts a server program on a free loopback port, and returns when it listens and identifies itself. If another
 * process took the port, tries another one. Throws the end of the server's log if it ends or does not listen within a minute.
 * The server ends with the process that started it, even if that is killed.
 */
export async function runServer(program: ServerProgram): Promise<RunningServer> {
  try {
    for (let tries = 1; ; tries += 1) {
      const server = await tryPort(program, await reservePort());
      if (server !== "port in use") return server;
      if (tries === PORT_TRIES_MAX) throw new Error(`${program.name} found ${PORT_TRIES_MAX} ports in use`);
    }
  } catch (error) {
    rmSync(program.home, { recursive: true, force: true });
    throw error;
  }
}

async function tryPort(program: ServerProgram, port: number): Promise<RunningServer | "port in use"> {
  const { name, command, args, env = {}, home } = program;
  const child = spawn(command, args(port), {
    cwd: home,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // a separate process group, which can be killed as a whole
  });
  const watchdog = watchOver(child);
  const lines: string[] = [];
  const log = () => lines.join("\n");
  const state = await Promise.race([
    listens(child, program.listening, lines),
    once(child, "close").then(() => "ended" as const), // not "exit", because the log has been read at "close"
    once(child, "error").then(([error]) => Promise.reject(new Error(`${command}: ${(error as Error).message}`))),
    afterMs(START_TIMEOUT_MS),
  ]);
  if (state === "ended" && /address already in use/i.test(log())) return "port in use";
  if (state !== "listening") {
    await endAll(child, watchdog);
    const reason = state === "ended" ? "ended" : `did not listen within ${START_TIMEOUT_MS / 1000} s`;
    throw new Error(`${name} ${reason}:\n${log()}`);
  }
  try {
    return {
      pid: Number(child.pid),
      port,
      version: await eventually(() => identificationAt(port, program.identification), {
        timeoutMs: IDENTIFY_TIMEOUT_MS,
      }),
      log,
      stop: async () => {
        await endAll(child, watchdog);
        rmSync(home, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await endAll(child, watchdog);
    throw new Error(`${name} does not identify itself:\n${log()}`, { cause: error });
  }
}

/** Keeps the last lines of the log, and resolves when one shows that the server listens. */
function listens(child: ChildProcess, pattern: RegExp, lines: string[]): Promise<"listening"> {
  return new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on("line", (line) => {
        lines.push(line);
        if (lines.length > LOG_LINES_MAX) lines.shift();
        if (pattern.test(line)) resolve("listening");
      });
    }
  });
}

/**
 * Starts a shell that waits for the end of its input, which this process closes when it ends in any way, and kills the
 * server.
 */
function watchOver(server: ChildProcess): ChildProcess | undefined {
  const { pid } = server;
  if (pid === undefined) return undefined; // it could not be started, which its event `error` reports
  const script = `read -r line; kill -KILL ${pid} -- -${pid}`;
  const watchdog = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  server.once("exit", () => watchdog.kill("SIGKILL"));
  return watchdog;
}

/** Stops a server and its sessions, which are separate processes and may outlive it; waits until all have ended. */
async function endAll(server: ChildProcess, watchdog: ChildProcess | undefined): Promise<void> {
  const { pid } = server;
  if (pid === undefined) return;
  const sessions = descendantsOf(pid);
  if (server.exitCode === null && server.signalCode === null) {
    const exited = once(server, "exit");
    for (const id of [...sessions, pid]) sendSignal(id, "SIGTERM");
    const timer = setTimeout(() => sendSignal(pid, "SIGKILL"), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  }
  sendSignal(-pid, "SIGKILL");
  for (const id of sessions) sendSignal(id, "SIGKILL");
  const watching = watchdog?.pid === undefined ? [] : [watchdog.pid];
  await eventually(() => ![...sessions, ...watching].some(isRunning), { timeoutMs: KILL_TIMEOUT_MS });
}

/** The software in the identification line of the server at a port. */
function identificationAt(port: number, identification = SSH_IDENTIFICATION): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: HOST, port, timeout: IDENTIFY_TIMEOUT_MS });
    let text = "";
    const settle = (end: () => void) => {
      end();
      socket.destroy();
    };
    socket.on("data", (piece) => {
      text += piece.toString("latin1");
      const software = identification.exec(text)?.[1];
      if (software !== undefined) settle(() => resolve(software));
      else if (text.length > IDENTIFICATION_BYTES_MAX) settle(() => reject(new Error("it sent no identification")));
    });
    socket.once("error", reject);
    socket.once("timeout", () => settle(() => reject(new Error("it sent nothing"))));
    socket.once("close", () => reject(new Error("it closed the connection")));
  });
}

function afterMs(ms: number): Promise<"late"> {
  return new Promise((resolve) => setTimeout(() => resolve("late"), ms).unref());
}
