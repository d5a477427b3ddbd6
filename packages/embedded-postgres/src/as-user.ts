import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chownSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { binariesUnder, type PostgresBinaries } from "./locate-binaries.js";
import { postgresEnvironment } from "./postgres-environment.js";

/** How PostgreSQL's programs are started so that they do not run as root, which they refuse. */
export interface Identity {
  readonly kind: "same-user" | "user-namespace" | "nobody";
  readonly binaries: PostgresBinaries;
  /** Where the cluster and its log are kept; not the folder asked for if nobody cannot reach that. */
  readonly homeDir: string;
  /** The owner the files must have as this process sees them; absent: whoever creates them. */
  readonly fileOwner?: number;
  /** Turns a program and its arguments into what has to be spawned. */
  command(program: string, args: readonly string[]): SpawnCommand;
}

/** What to hand to `spawn`. */
export interface SpawnCommand {
  readonly file: string;
  readonly args: string[];
  readonly options: { uid?: number; gid?: number };
}

const NOBODY = 65534;

/**
 * Chooses who runs PostgreSQL. Not root: the same user. Root: in a user namespace where root is called nobody, which
 * works under folders only root may enter; where namespaces are forbidden (as in most containers), as nobody. What
 * nobody cannot reach is kept under the temporary folders: a copy of the programs, and the data, of which `log` hears.
 */
export function chooseIdentity(binaries: PostgresBinaries, dataDir: string, log: (message: string) => void): Identity {
  if (process.getuid?.() !== 0) return asSameUser(binaries, dataDir);
  // Data stay where they are, even if they were moved when namespaces were still forbidden.
  const homeDir = [dataDir, reachableHome(dataDir)].find((home) => existsSync(join(home, "cluster")));
  const inNamespace = asNamespace(binaries, homeDir ?? dataDir);
  const identity = runs(inNamespace) ? inNamespace : asNobody(binaries, dataDir, homeDir);
  if (identity.homeDir !== dataDir)
    log(`PostgreSQL keeps its data in ${identity.homeDir}: the user nobody cannot enter ${dataDir}.`);
  return identity;
}

function asSameUser(binaries: PostgresBinaries, homeDir: string): Identity {
  const command = (file: string, args: readonly string[]) => ({ file, args: [...args], options: {} });
  return { kind: "same-user", binaries, homeDir, command };
}

function asNamespace(binaries: PostgresBinaries, homeDir: string): Identity {
  const command = (program: string, args: readonly string[]) => ({
    file: "unshare",
    args: ["--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, program, ...args],
    options: {},
  });
  return { kind: "user-namespace", binaries, homeDir, fileOwner: 0, command };
}

function asNobody(binaries: PostgresBinaries, dataDir: string, existingHome: string | undefined): Identity {
  mkdirSync(dirname(dataDir), { recursive: true });
  const homeDir = existingHome ?? (nobodyCanEnter(dataDir) ? dataDir : reachableHome(dataDir));
  if (!nobodyCanEnter(homeDir)) {
    throw new Error(
      `PostgreSQL must not run as root, and the user nobody cannot enter ${dirname(homeDir)}, where its data are. ` +
        "Let other users enter that folder (chmod o+x), or start as an ordinary user who owns it.",
    );
  }
  const options = { uid: NOBODY, gid: NOBODY };
  const command = (file: string, args: readonly string[]) => ({ file, args: [...args], options });
  const identity: Identity = { kind: "nobody", binaries, homeDir, fileOwner: NOBODY, command };
  return runs(identity) ? identity : { ...identity, binaries: copyBinaries(binaries) };
}

function runs(identity: Identity): boolean {
  const { file, args, options } = identity.command(identity.binaries.postgres, ["--version"]);
  return (
    spawnSync(file, args, {
      ...options,
      cwd: "/",
      env: postgresEnvironment(),
      stdio: "ignore",
      timeout: 10_000,
    }).status === 0
  );
}

function nobodyCanEnter(folder: string): boolean {
  const options = { uid: NOBODY, gid: NOBODY, cwd: "/", stdio: "ignore", timeout: 10_000 } as const;
  return spawnSync("/bin/sh", ["-c", 'test -x "$0"', dirname(folder)], options).status === 0;
}

function copyBinaries(binaries: PostgresBinaries): PostgresBinaries {
  const target = join(tmpdir(), `skucast-postgres-${fingerprint(binaries.root)}`);
  if (!existsSync(target)) {
    const partial = `${target}.${process.pid}`;
    cpSync(binaries.root, partial, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(partial, target);
    } catch (error) {
      rmSync(partial, { recursive: true, force: true });
      if (!existsSync(target)) throw error; // otherwise another process finished the same copy first
    }
  }
  if (lstatSync(target).uid !== process.getuid?.()) throw new Error(`${target} belongs to another user; remove it`);
  return binariesUnder(target);
}

/** /var/tmp survives a restart of the machine, which the temporary folder need not. */
function reachableHome(dataDir: string): string {
  const base = existsSync("/var/tmp") ? "/var/tmp" : tmpdir();
  return join(base, `skucast-data-${fingerprint(dataDir)}`);
}

function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** Makes `folder` if need be and hands it, with all it holds, to the identity's user. */
export function ownFolder(identity: Identity, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (identity.fileOwner === undefined || lstatSync(folder).uid === identity.fileOwner) return;
  changeOwner(folder, identity.fileOwner);
}

function changeOwner(path: string, uid: number): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  if (stats.isDirectory()) for (const name of readdirSync(path)) changeOwner(join(path, name), uid);
  chownSync(path, uid, uid);
}
