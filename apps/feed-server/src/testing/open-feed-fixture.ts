import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import { wholeWorkspace } from "@skucast/contracts/principal";
import type { PullType } from "@skucast/contracts/pull-credentials/pull-credential";
import type { RunFile } from "@skucast/contracts/runs/run";
import { newKeyringText, parseKeyring } from "@skucast/credentials/keyring";
import { newPullSecret } from "@skucast/credentials/pull-secret";
import { hashToken } from "@skucast/credentials/token";
import { inWorkspace, openDatabase } from "@skucast/db/database";
import type { FileStore } from "@skucast/file-store/file-store";
import { createLocalStore } from "@skucast/file-store/local-store";
import { createLogger } from "@skucast/service-kit/logger";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createTestDatabase } from "@skucast/testkit/create-test-database";
import type { FeedServerContext } from "../context.js";
import { watchStore } from "../files/watch-store.js";

export type FeedFixture = Awaited<ReturnType<typeof openFeedFixture>>;

/** A database with feeds and their live files, in a folder or the given store, and a context for both. */
export async function openFeedFixture(given?: FileStore) {
  const database = await createTestDatabase();
  const db = openDatabase({ url: database.appUrl, name: "feed-server test" });
  const filesDir = mkdtempSync(join(tmpdir(), "skucast-feeds-"));
  const files = given ?? createLocalStore(filesDir);
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  let now: Date | undefined;
  const watched = new Map<string, () => void>();
  const logger = createLogger({ service: "feed-server", level: "info", destination });
  const metrics = createMetrics({ service: "feed-server" });
  const ctx: FeedServerContext = {
    files: watchStore(files, { logger, metrics }),
    sftp: {
      host: "127.0.0.1",
      port: 0,
      bytesPerSecondMax: Number.POSITIVE_INFINITY,
      connectionsMax: LIMITS.sftpConnectionsMax,
      connectionsPerNetworkMax: LIMITS.sftpConnectionsPerNetworkMax,
    },
    db,
    keyring: parseKeyring(newKeyringText()),
    credentials: {
      onRevoked: (subjects, revoked) => {
        for (const subject of subjects) watched.set(subject, revoked);
        return () => {
          for (const subject of subjects) watched.delete(subject);
        };
      },
    },
    clock: { now: () => now ?? new Date() },
    logger,
    metrics,
  };
  const workspaceId = newId("ws");
  await db.system.query("INSERT INTO workspaces (id, name) VALUES ($1, 'Acme')", [workspaceId]);
  const query = (sql: string, values: unknown[] = []) =>
    inWorkspace(db, wholeWorkspace(workspaceId), (client) => client.query(sql, values));
  await query(
    `INSERT INTO channels (workspace_id, id, name, profile, status, market, created_at, updated_at)
     VALUES ($1, 'ch_1', 'Channel', 'generic', 'active', '{}', now(), now())`,
    [workspaceId],
  );

  return {
    ctx,
    filesDir,
    lines,
    workspaceId,
    /** Stops the clock, or lets it continue. */
    holdClock: (isHeld: boolean) => {
      now = isHeld ? new Date() : undefined;
    },
    query,
    /** Notifies the context that a credential was revoked. */
    tellRevoked: (id: string) => watched.get(id)?.(),
    watchedCount: () => watched.size,
    async addFeed(types: readonly PullType[] = ["https_pull"]): Promise<string> {
      const id = newId("feed");
      await query(
        `INSERT INTO feeds (workspace_id, id, channel_id, name, status, format, compression, file_name, shards, deliveries,
           created_at, updated_at)
         VALUES ($1, $2, 'ch_1', 'Feed', 'active', 'csv', 'none', 'products.csv', 1, $3, now(), now())`,
        [workspaceId, id, JSON.stringify(types.map((type) => ({ type })))],
      );
      return id;
    },
    /** Adds a run of the feed and makes its files live. */
    async publish(
      feedId: string,
      contents: Readonly<Record<string, string | Buffer>>,
      facts: Pick<RunFile, "media_type"> = {},
    ): Promise<string> {
      const id = newId("run");
      const listed: RunFile[] = [];
      for (const [name, content] of Object.entries(contents)) {
        const bytes = Buffer.from(content);
        await files.write(`${workspaceId}/${id}/${name}`, Readable.from([bytes]), new AbortController().signal);
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        listed.push({ name, bytes: bytes.length, rows: 1, sha256, ...facts });
      }
      await query(
        `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, files, finished_at, created_at, updated_at)
         VALUES ($1, $2, $3, 'succeeded', 'manual', $4, now(), now(), now())`,
        [workspaceId, id, feedId, JSON.stringify(listed)],
      );
      await query("UPDATE feeds SET live_run_id = $2 WHERE id = $1", [feedId, id]);
      return id;
    },
    async addCredential(feedId: string, type: PullType, publicKeys: readonly string[] = []) {
      const id = newId("pull");
      const secret = newPullSecret();
      await query(
        `INSERT INTO pull_credentials (workspace_id, id, feed_id, type, name, secret_hash, public_keys, created_at)
         VALUES ($1, $2, $3, $4, 'Partner', $5, $6, now())`,
        [workspaceId, id, feedId, type, publicKeys.length > 0 ? null : hashToken(secret), JSON.stringify(publicKeys)],
      );
      return { id, secret };
    },
    async close(): Promise<void> {
      await db.close();
      await database.drop();
      rmSync(filesDir, { recursive: true, force: true });
    },
  };
}
