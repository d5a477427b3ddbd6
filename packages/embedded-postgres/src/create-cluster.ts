import { spawnSync } from "node:child_process";
import { chownSync, existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Identity } from "./as-user.js";
import { postgresEnvironment } from "./postgres-environment.js";

/** Ensures that there is a complete cluster at `clusterDir`; an existing one is not changed. */
export function createCluster(identity: Identity, clusterDir: string, superuserPassword: string): void {
  if (existsSync(clusterDir)) return;
  // initdb writes to another folder first, so that an interrupted run is not taken for a cluster.
  const unfinishedDir = `${clusterDir}.new`;
  const passwordFile = join(identity.homeDir, "initdb-password");
  rmSync(unfinishedDir, { recursive: true, force: true });
  try {
    writeFileSync(passwordFile, superuserPassword, { mode: 0o600 });
    if (identity.fileOwner !== undefined) chownSync(passwordFile, identity.fileOwner, identity.fileOwner);
    runInitdb(identity, unfinishedDir, passwordFile);
    renameSync(unfinishedDir, clusterDir);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function runInitdb(identity: Identity, targetDir: string, passwordFile: string): void {
  const { file, args, options } = identity.command(identity.binaries.initdb, [
    `--pgdata=${targetDir}`,
    "--username=postgres",
    "--auth=scram-sha-256",
    `--pwfile=${passwordFile}`,
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ]);
  const result = spawnSync(file, args, {
    ...options,
    cwd: identity.homeDir,
    env: postgresEnvironment(),
    encoding: "utf8",
    timeout: 120_000,
  });
  if (result.status === 0) return;
  const reason = result.error?.message ?? `${result.stdout}\n${result.stderr}`.trim();
  throw new Error(`PostgreSQL could not create its cluster in ${targetDir} (as ${identity.kind}): ${reason}`);
}
