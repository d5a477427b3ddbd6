import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseIdentity, ownFolder } from "@skucast/embedded-postgres/as-user";
import { createDatabase } from "@skucast/embedded-postgres/create-database";
import { findFreePort } from "@skucast/embedded-postgres/find-free-port";
import { binariesUnder } from "@skucast/embedded-postgres/locate-binaries";
import { eventually } from "./eventually.js";

const VERSIONS = "/usr/lib/postgresql";

/** A new, empty cluster of Debian's PostgreSQL, which has client programs (pg_dump) of the same version. */
export interface DebianPostgres {
  readonly ownerUrl: string;
  readonly appUrl: string;
  readonly superuserUrl: string;
  /** Stops it and deletes its files. */
  stop(): Promise<void>;
}

export async function startDebianPostgres(): Promise<DebianPostgres> {
  const version = existsSync(VERSIONS) ? readdirSync(VERSIONS).sort().at(-1) : undefined;
  if (version === undefined) throw new Error("This test needs Debian's package postgresql, whose server it starts.");
  const folder = mkdtempSync(join(tmpdir(), "skucast-debian-postgres-"));
  const identity = chooseIdentity(binariesUnder(join(VERSIONS, version)), join(folder, "data"), () => {});
  ownFolder(identity, identity.homeDir);
  const clusterDir = join(identity.homeDir, "cluster");
  const port = await findFreePort();
  const { binaries } = identity;
  const init = identity.command(binaries.initdb, [
    `--pgdata=${clusterDir}`,
    "--username=postgres",
    "--auth=trust",
    "--encoding=UTF8",
    "--locale=C",
  ]);
  const initialized = spawnSync(init.file, init.args, { ...init.options, cwd: identity.homeDir, encoding: "utf8" });
  if (initialized.status !== 0) throw new Error(`initdb failed: ${initialized.stderr}`);
  const start = identity.command(binaries.postgres, [
    "-D",
    clusterDir,
    "-p",
    String(port),
    "-c",
    "fsync=off",
    "-c",
    "unix_socket_directories=",
  ]);
  const server = spawn(start.file, start.args, { ...start.options, cwd: identity.homeDir, stdio: "ignore" });
  const ended = once(server, "exit");
  const url = (user: string, database: string) => `postgresql://${user}:secret@127.0.0.1:${port}/${database}`;
  const superuserUrl = url("postgres", "postgres");
  const secrets = { superuser: "secret", owner: "secret", app: "secret" };
  await eventually(() =>
    createDatabase(superuserUrl, secrets).then(
      () => true,
      () => false,
    ),
  );
  return {
    ownerUrl: url("skucast_owner", "skucast"),
    appUrl: url("skucast", "skucast"),
    superuserUrl,
    stop: async () => {
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
