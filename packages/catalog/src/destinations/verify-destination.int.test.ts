import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { destinationCreateSchema, type UploadStrategy } from "@skucast/contracts/destinations/destination";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { companionName } from "@skucast/contracts/feeds/names-at";
import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import { fileInMemory } from "@skucast/sftp/testing/file-in-memory";
import { pushForTest, targetOf } from "@skucast/sftp/testing/push-for-test";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { startUnruly, type UnrulyServer } from "@skucast/testkit/partner-servers/start-unruly";
import { createChannel } from "../channels/create-channel.js";
import { createFeed } from "../feeds/create-feed.js";
import { type CatalogFixture, openCatalogFixture } from "../testing/open-catalog-fixture.js";
import { createDestination } from "./create-destination.js";
import { verifyDestination } from "./verify-destination.js";

const NAME = "products.csv";
const STARTED_AT = "2026-11-21T02:00:00.123Z";

let fixture: CatalogFixture;
let server: UnrulyServer;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterEach(() => server.stop());
afterAll(() => fixture.close());

/** A destination to which a run has delivered a file, by a real upload. */
async function delivered(strategy: UploadStrategy) {
  server = await startUnruly();
  const principal: Principal = await fixture.newPrincipal();
  const ctx = { ...fixture.ctx, guard: createTargetGuard({ allow: parseAllowList("127.0.0.1") }) };
  const call = <Input>(input: Input) => ({ ctx, principal, input });
  const channel = channelCreateSchema.parse({
    name: "Channel",
    profile: "generic",
    market: { country: "US", currency: "USD", language: "en" },
  });
  const destination = await createDestination(
    call({
      destination: destinationCreateSchema.parse({
        name: "Partner",
        host: server.host,
        port: server.port,
        username: server.username,
        path: ".",
        strategy,
        auth: { type: "password", password: server.password },
        host_keys: [...server.hostKeysSha256],
      }),
    }),
  );
  const deliveries = [{ type: "sftp_push", destination_id: destination.id }];
  const { id: channel_id } = await createChannel(call({ channel }));
  const feed = await createFeed(
    call({ feed: feedCreateSchema.parse({ name: "Feed", channel_id, file_name: NAME, deliveries }) }),
  );
  const runId = newId("run");
  const content = Buffer.from("sku,title\nA,Tee\n");
  const file = { ...fileInMemory(NAME, content), sha256: createHash("sha256").update(content).digest("hex") };
  await pushForTest(targetOf(server), {
    files: [file],
    strategy,
    runId,
    feedId: feed.id,
    generatedAt: STARTED_AT,
    baseName: NAME,
  });
  const { open: _open, ...facts } = file;
  const companion = companionName[strategy](NAME) ?? null;
  await fixture.db.system.query(
    `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, files, deliveries, created_at, updated_at, started_at)
     VALUES ($1, $2, $3, 'succeeded', 'manual', $4, $5, now(), now(), $6)`,
    [
      principal.workspaceId,
      runId,
      feed.id,
      JSON.stringify([facts]),
      JSON.stringify([{ type: "sftp_push", destination_id: destination.id, status: "delivered", companion }]),
      STARTED_AT,
    ],
  );
  return async () => {
    fixture.tick(60_000);
    const { status, files } = await verifyDestination(call({ id: destination.id }));
    return { status, files: Object.fromEntries(files.map(({ name, status }) => [name, status])) };
  };
}

describe.each([
  ["manifest_last", "products.csv.manifest.json"],
  ["trigger", "products.csv.done"],
] as const)("by %s", (strategy, companion) => {
  test("the manifest or trigger is compared like the files", async () => {
    const verify = await delivered(strategy);
    expect(await verify()).toEqual({ status: "equal", files: { [NAME]: "equal", [companion]: "equal" } });
    writeFileSync(join(server.folder, companion), "{}\n");
    expect(await verify()).toEqual({ status: "different", files: { [NAME]: "equal", [companion]: "different" } });
    rmSync(join(server.folder, companion));
    expect(await verify()).toEqual({ status: "different", files: { [NAME]: "equal", [companion]: "missing" } });
  });
});

test("with the strategy rename there is no manifest or trigger", async () => {
  const verify = await delivered("rename");
  expect(await verify()).toEqual({ status: "equal", files: { [NAME]: "equal" } });
});
