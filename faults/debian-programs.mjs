// Programs of Debian packages, which fault tests run as an unprivileged user with files in one temporary folder.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { chooseIdentity, ownFolder } from "@skucast/embedded-postgres/as-user";
import { binariesUnder } from "@skucast/embedded-postgres/locate-binaries";

const execute = promisify(execFile);
const POSTGRES_VERSIONS = "/usr/lib/postgresql";

/** The package of each program that a fault test may need. */
const PACKAGES = {
  "/usr/bin/patroni": "patroni",
  "/usr/bin/patronictl": "patroni",
  "/usr/bin/etcd": "etcd-server",
  "/usr/sbin/haproxy": "haproxy",
  "/usr/lib/rabbitmq/bin/rabbitmq-server": "rabbitmq-server",
  [POSTGRES_VERSIONS]: "postgresql",
};

/**
 * Throws with the command that installs what is missing.
 * @param {readonly (keyof typeof PACKAGES)[]} paths
 */
export function requireDebianPrograms(...paths) {
  const missing = paths.filter((path) => !existsSync(path)).map((path) => PACKAGES[path]);
  if (missing.length === 0) return;
  throw new Error(
    `This test needs programs that are not installed: sudo apt-get install ${[...new Set(missing)].join(" ")}`,
  );
}

export const POSTGRES = POSTGRES_VERSIONS;

/**
 * A folder of an unprivileged user, and a way to start programs as this user. Each writes its output to a log in the
 * folder, and gets SIGTERM when this process ends.
 */
export function openProgramFolder() {
  const root = mkdtempSync(join(tmpdir(), "skucast-faults-"));
  chmodSync(root, 0o711);
  const postgresRoot = join(POSTGRES_VERSIONS, readdirSync(POSTGRES_VERSIONS).sort().at(-1) ?? "");
  const identity = chooseIdentity(binariesUnder(postgresRoot), join(root, "data"), () => {});
  const home = identity.homeDir;
  ownFolder(identity, home);

  /** @param {string} name @param {string} program @param {readonly string[]} args @param {Record<string, string>} [env] */
  function start(name, program, args, env = {}) {
    const { file, args: all, options } = identity.command("setpriv", ["--pdeathsig", "TERM", program, ...args]);
    const log = openSync(logOf(name), "a");
    return spawn(file, all, { ...options, cwd: home, env: { ...environment(), ...env }, stdio: ["ignore", log, log] });
  }

  /**
   * Runs a program to its end and returns its output; rejects with it if the program fails.
   * @param {string} program @param {readonly string[]} args @param {Record<string, string>} [env]
   */
  async function run(program, args, env = {}) {
    const { file, args: all, options } = identity.command(program, args);
    const { stdout } = await execute(file, all, { ...options, cwd: home, env: { ...environment(), ...env } });
    return stdout;
  }

  /** Creates a folder that the user owns. */
  function createFolder(name) {
    const path = join(home, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    ownFolder(identity, path);
    return path;
  }

  const logOf = (/** @type {string} */ name) => join(root, `${name}.log`);
  const environment = () => ({ PATH: process.env.PATH, LANG: "C.UTF-8", HOME: home, TMPDIR: home });
  return {
    root,
    home,
    bin: dirname(identity.binaries.postgres),
    start,
    run,
    createFolder,
    own: () => ownFolder(identity, home),
    logOf,
    remove: () => {
      rmSync(home, { recursive: true, force: true });
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Ends a program as a crash does. Resolves when it has ended. */
export async function killProgram(/** @type {import("node:child_process").ChildProcess} */ child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
