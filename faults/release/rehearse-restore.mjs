import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openDatabase } from "@skucast/db/database";
import { brokerNames, TOPOLOGY } from "@skucast/events/topology";
import { startDebianPostgres } from "@skucast/testkit/start-debian-postgres";
import { connect } from "amqplib";
import pg from "pg";
import { readEvents } from "../testbed.mjs";
import { startWriter } from "../writer.mjs";
import { readiness } from "./open-installation.mjs";

const DELIVERED_MS_MAX = 600_000; // for a machine under heavy load
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a documented command on this machine, which has pg_dump and pg_restore. */
const skucast = ({ args, databaseUrl, signal }) =>
  promisify(execFile)(process.execPath, [join(ROOT, "scripts/skucast.mjs"), ...args], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: databaseUrl },
    signal,
  });

/** Backs up under load. Returns the file, and the writes that were confirmed before the backup started. */
export async function backUp({ installation, writer, signal }) {
  const file = join(installation.dir, "skucast.dump");
  const acceptedBefore = [...writer.accepted];
  await skucast({ args: ["backup", file], databaseUrl: installation.postgres.ownerUrl, signal });
  return { file, acceptedBefore };
}

/**
 * Restores the backup into an empty cluster, compares it with the original, and starts the apps on it. `resources` closes
 * what it opens.
 */
export async function rehearseRestore({ installation, backup, workspace, receiver, checks, resources, signal }) {
  const original = new Map((await readEvents(installation.db)).map((event) => [event.id, event]));
  await installation.apps.end();
  await purgeQueues(installation.broker.amqpUrl);
  const cluster = await startDebianPostgres();
  resources.defer(() => cluster.stop());
  resources.defer(() => installation.apps.end());
  await skucast({ args: ["restore", backup.file], databaseUrl: cluster.ownerUrl, signal });
  await asOwner(cluster, "SELECT continue_event_log(1000000)");
  const db = openDatabase({ url: cluster.appUrl });
  resources.defer(() => db.close());
  const restored = await readEvents(db);
  const present = new Set(restored.map(({ objectId, sequence }) => `${objectId} ${sequence}`));
  const missing = backup.acceptedBefore.filter((one) => !present.has(`${one.objectId} ${one.sequence}`));
  const foreign = restored.filter(({ id, bodyHash }) => original.get(id)?.bodyHash !== bodyHash);
  checks.check(
    `the backup, restored into an empty cluster, has ${restored.length} events: ${missing.length} of ${backup.acceptedBefore.length} earlier writes are missing (none), ${foreign.length} events differ from the original (none)`,
    missing.length === 0 && foreign.length === 0 && backup.acceptedBefore.length > 0,
  );
  await checkApps({ installation, cluster, db, workspace, receiver, checks });
}

/** The apps on the restored database accept a write and deliver it. */
async function checkApps({ installation, cluster, db, workspace, receiver, checks }) {
  const more = { DATABASE_URL: cluster.appUrl };
  const api = await installation.apps.start("catalog-api", { more });
  const dispatcher = await installation.apps.start("webhook-dispatcher", { more });
  const states = await Promise.all([api, dispatcher].map(readiness));
  const writer = startWriter({ apis: [api], workspaces: [workspace], perSecond: 0, prefix: "restored" });
  await writer.write();
  await writer.stop();
  const isDelivered = await arrives({ db, receiver, objectId: writer.accepted[0]?.objectId });
  checks.check(
    `on the restored database the processes are ${states.map(({ body }) => body.status).join(" and ")}, and a new write is delivered`,
    states.every(({ status }) => status === 200) && isDelivered,
  );
}

/** Whether the receiver gets the event of a product in time. */
async function arrives({ db, receiver, objectId }) {
  const { rows } = await db.system.query("SELECT id FROM events WHERE object_id = $1", [objectId]);
  for (const deadline = Date.now() + DELIVERED_MS_MAX; Date.now() < deadline; await pause(100)) {
    if (receiver.received.some(({ eventId, isVerified }) => eventId === rows[0]?.id && isVerified)) return true;
  }
  return false;
}

/** As docs/operations.md says for a restore: what waits in the queues belongs to the state before it. */
async function purgeQueues(amqpUrl) {
  const connection = await connect(amqpUrl);
  const channel = await connection.createChannel();
  for (const queue of TOPOLOGY) await channel.purgeQueue(brokerNames().queue(queue));
  await connection.close();
}

async function asOwner({ ownerUrl }, statement) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
