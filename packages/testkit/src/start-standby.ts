import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chooseIdentity, ownFolder } from "@skucast/embedded-postgres/as-user";
import { locateBinaries } from "@skucast/embedded-postgres/locate-binaries";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@skucast/embedded-postgres/start";
import pg from "pg";
import { urlOfDatabase } from "./cluster-address.js";
import { eventually } from "./eventually.js";

/** A PostgreSQL with a hot standby that uses streaming replication; separate from the test run's cluster. */
export interface ReplicatedPostgres {
  readonly primary: EmbeddedPostgres;
  readonly standby: EmbeddedPostgres;
  /** Resolves when the standby shows everything that is committed on the primary at the time of the call. */
  caughtUp(): Promise<void>;
  /** Queries the standby as superuser, which sees every row. */
  askStandby(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /** The standby continues to receive data but shows nothing new, as if it lagged. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Stops both and deletes their files. */
  stop(): Promise<void>;
}

const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "replica",
  max_wal_senders: "4",
  hot_standby: "on",
  max_connections: "100",
};

/**
 * Starts both. `migrate` gets the owner's URL of the primary's database. The standby starts as a copy of the stopped
 * primary's files, because npm's PostgreSQL has no pg_basebackup.
 */
export async function startPrimaryWithStandby(
  migrate: (ownerUrl: string) => Promise<unknown>,
): Promise<ReplicatedPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "skucast-standby-"));
  const primaryDir = join(folder, "primary");
  const standbyDir = join(folder, "standby");
  const first = await startEmbeddedPostgres({ dataDir: primaryDir, settings: SETTINGS });
  await migrate(first.ownerUrl).finally(first.stop);
  copyStopped(primaryDir, standbyDir);
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir, settings: SETTINGS });
  const settings = { ...SETTINGS, primary_conninfo: connectionText(primary.superuserUrl) };
  const standby = await startEmbeddedPostgres({ dataDir: standbyDir, settings }).catch(async (error: unknown) => {
    await primary.stop();
    throw error;
  });
  const atPrimary = await connectTo(primary);
  const atStandby = await connectTo(standby);
  return {
    primary,
    standby,
    caughtUp: async () => {
      const { rows } = await atPrimary.query("SELECT pg_current_wal_insert_lsn() AS lsn");
      await eventually(async () => {
        const replayed = await atStandby.query("SELECT pg_last_wal_replay_lsn() >= $1 AS done", [rows[0].lsn]);
        // An idle primary may have reserved WAL bytes that it writes only with the next record.
        if (!replayed.rows[0].done) await atPrimary.query("SELECT pg_logical_emit_message(true, 'testkit', '')");
        return replayed.rows[0].done === true;
      });
    },
    askStandby: (text, values) => atStandby.query(text, values),
    pauseReplay: async () => void (await atStandby.query("SELECT pg_wal_replay_pause()")),
    resumeReplay: async () => void (await atStandby.query("SELECT pg_wal_replay_resume()")),
    stop: async () => {
      await Promise.all([atPrimary.end(), atStandby.end()]);
      await standby.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Copies the files of a stopped cluster, and makes the copy a standby. */
function copyStopped(fromDir: string, toDir: string): void {
  const binaries = locateBinaries();
  const from = chooseIdentity(binaries, fromDir, () => {});
  const to = chooseIdentity(binaries, toDir, () => {});
  cpSync(from.homeDir, to.homeDir, { recursive: true, preserveTimestamps: true });
  writeFileSync(join(to.homeDir, "cluster", "standby.signal"), "");
  chmodSync(join(to.homeDir, "cluster"), 0o700); // cpSync creates folders with the default mode
  ownFolder(to, to.homeDir);
}

/** A connection string in libpq's keyword format, which needs no escaping in a server setting. */
function connectionText(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password}`;
}

async function connectTo({ superuserUrl }: EmbeddedPostgres): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOfDatabase(superuserUrl, "skucast"),
    connectionTimeoutMillis: 60_000,
  });
  client.on("error", () => {}); // it ends with its server
  await client.connect();
  return client;
}
