import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { channelCreateSchema, channelPatchSchema } from "@skucast/contracts/channels/channel";
import { destinationCreateSchema } from "@skucast/contracts/destinations/destination";
import { changedByOf } from "@skucast/contracts/events/changed-by";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { webhookEndpointCreateSchema } from "@skucast/contracts/webhook-endpoints/webhook-endpoint";
import { openSecret } from "@skucast/credentials/seal";
import { createChannel } from "./channels/create-channel.js";
import { deleteChannel } from "./channels/delete-channel.js";
import { getChannel } from "./channels/get-channel.js";
import { listChannels } from "./channels/list-channels.js";
import { updateChannel } from "./channels/update-channel.js";
import { createDestination } from "./destinations/create-destination.js";
import { deleteDestination } from "./destinations/delete-destination.js";
import { getDestination } from "./destinations/get-destination.js";
import { updateDestination } from "./destinations/update-destination.js";
import { getEvent } from "./events/get-event.js";
import { listEvents } from "./events/list-events.js";
import { createFeed } from "./feeds/create-feed.js";
import { deleteFeed } from "./feeds/delete-feed.js";
import { getFeed } from "./feeds/get-feed.js";
import { updateFeed } from "./feeds/update-feed.js";
import { getRun } from "./runs/get-run.js";
import { listRuns } from "./runs/list-runs.js";
import { startRun } from "./runs/start-run.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "./testing/open-catalog-fixture.js";
import { createWebhookEndpoint } from "./webhook-endpoints/create-webhook-endpoint.js";
import { deleteWebhookEndpoint } from "./webhook-endpoints/delete-webhook-endpoint.js";
import { getWebhookEndpoint } from "./webhook-endpoints/get-webhook-endpoint.js";
import { updateWebhookEndpoint } from "./webhook-endpoints/update-webhook-endpoint.js";

let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
});
afterAll(() => fixture.close());

/** A call of an operation, by default with this file's principal. */
const call = <Input>(input: Input, as: Principal = principal) => ({ ctx: fixture.ctx, principal: as, input });

const channelBody = (change: object = {}) =>
  channelCreateSchema.parse({ name: "Shop", market: { country: "US", currency: "USD", language: "en" }, ...change });
const newChannel = (change: object = {}, as = principal) => createChannel(call({ channel: channelBody(change) }, as));
const newFeed = (channelId: string, change: object = {}, more: object = {}) =>
  createFeed(call({ feed: feedCreateSchema.parse({ channel_id: channelId, name: "Nightly", ...change }), ...more }));
const destinationBody = (change: object = {}) =>
  destinationCreateSchema.parse({
    name: "Partner",
    host: "sftp.example",
    username: "acme",
    auth: { type: "password", password: "pw-s3cret" },
    host_keys: [`SHA256:${"A".repeat(43)}`],
    ...change,
  });
const newDestination = (change: object = {}, more: object = {}) =>
  createDestination(call({ destination: destinationBody(change), ...more }));
const newEndpoint = (change: object = {}, more: object = {}) =>
  createWebhookEndpoint(
    call({ endpoint: webhookEndpointCreateSchema.parse({ url: "https://hooks.example/x", ...change }), ...more }),
  );
const told = async (id: string) =>
  (await fixture.eventsOf(principal, id)).map(({ type, sequence }) => [type, sequence]);

describe("a channel", () => {
  test("has events with its sequence and former values: created, updated, deleted", async () => {
    const created = await newChannel();
    fixture.tick(1_000);
    const updated = await updateChannel(call({ id: created.id, patch: { name: "Store", market: undefined } }));
    expect(updated).toEqual({
      ...created,
      name: "Store",
      version: 2,
      updated_at: fixture.ctx.clock.now().toISOString(),
    });
    await deleteChannel(call({ id: created.id }));
    const changed_by = changedByOf(principal);
    expect(await fixture.eventsOf(principal, created.id)).toEqual([
      { type: "channel.created", sequence: 1, object: created, previous: {}, changed_by },
      { type: "channel.updated", sequence: 2, object: updated, previous: { name: "Shop" }, changed_by },
      { type: "channel.deleted", sequence: 3, object: { ...updated, version: 3 }, previous: {}, changed_by },
    ]);
    expect((await rejectionOf(getChannel(call({ id: created.id })))).code).toBe("not_found");
  });

  test("patched with its present values, in any order, keeps its version and has no event", async () => {
    const channel = await newChannel({ defaults: { brand: "B", seller_name: "S" } });
    const market = { language: "en", currency: "USD", country: "US" };
    const patch = { name: "Shop", market, defaults: { seller_name: "S", brand: "B" }, rules: [] };
    const same = channelCreateSchema.partial().parse(patch);
    expect(await updateChannel(call({ id: channel.id, patch: same as never }))).toMatchObject({ version: 1 });
    expect(await told(channel.id)).toEqual([["channel.created", 1]]);
  });

  test.each([
    ["active", "paused", true],
    ["active", "archived", true],
    ["paused", "active", true],
    ["paused", "archived", true],
    ["archived", "active", false],
    ["archived", "paused", false],
  ] as const)("may change from %s to %s: %p; otherwise 409 names the allowed statuses", async (from, to, isLegal) => {
    const { id } = await newChannel();
    if (from !== "active") await updateChannel(call({ id, patch: { status: from } }));
    const move = updateChannel(call({ id, patch: { status: to } }));
    if (isLegal) expect((await move).status).toBe(to);
    else
      expect(await rejectionOf(move)).toMatchObject({
        code: "conflict",
        message: expect.stringContaining("stays as it is"),
      });
  });

  test("patched within objects keeps the other members, and loses those that are null", async () => {
    const channel = await newChannel({
      defaults: { seller_name: "Acme", brand: "Own" },
      selection: { filters: { brand: ["A"] }, include_skus: ["X"] },
    });
    const patch = channelPatchSchema.parse({
      market: { country: "DE" },
      defaults: { brand: null },
      selection: { filters: { brand: null, availability: ["in_stock"] } },
    });
    expect(await updateChannel(call({ id: channel.id, patch }))).toMatchObject({
      market: { country: "DE", currency: "USD", language: "en" },
      defaults: { seller_name: "Acme" },
      selection: { filters: { availability: ["in_stock"] }, include_skus: ["X"], exclude_skus: [] },
    });
  });

  test("with a feed cannot be deleted", async () => {
    const { id } = await newChannel();
    const feed = await newFeed(id);
    expect(await rejectionOf(deleteChannel(call({ id })))).toMatchObject({ code: "conflict" });
    await deleteFeed(call({ id: feed.id }));
    await deleteChannel(call({ id }));
  });

  test("changed by ten concurrent requests keeps every change", async () => {
    const { id } = await newChannel();
    await Promise.all(Array.from({ length: 10 }, (_, i) => updateChannel(call({ id, patch: { name: `n${i}` } }))));
    expect((await told(id)).map(([, sequence]) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test("with validateOnly is returned but not stored, and has no event", async () => {
    const wakes = fixture.wakes();
    const dry = await createChannel(call({ channel: channelBody(), validateOnly: true }));
    expect((await rejectionOf(getChannel(call({ id: dry.id })))).code).toBe("not_found");
    const real = await newChannel();
    await updateChannel(call({ id: real.id, patch: { name: "x" }, validateOnly: true }));
    await deleteChannel(call({ id: real.id, validateOnly: true }));
    expect(await getChannel(call({ id: real.id }))).toEqual(real);
    expect(await told(dry.id)).toEqual([]);
    expect(fixture.wakes()).toBe(wakes + 1);
  });

  test("calls its precondition with the stored version before any change", async () => {
    const { id } = await newChannel();
    const precondition = (version: number | null) => {
      throw new Error(`seen ${version}`);
    };
    await expect(updateChannel(call({ id, patch: { name: "x" }, precondition }))).rejects.toThrow("seen 1");
    await expect(deleteChannel(call({ id, precondition }))).rejects.toThrow("seen 1");
  });

  test("list has no gaps between pages, and the workspace limit applies", async () => {
    const full = await fixture.newPrincipal();
    const ids: string[] = [];
    for (let i = 0; i < LIMITS.channelsPerWorkspace; i += 1) ids.push((await newChannel({}, full)).id);
    expect((await rejectionOf(newChannel({}, full))).code).toBe("limit_reached");
    const seen: string[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const page: Awaited<ReturnType<typeof listChannels>> = await listChannels(call({ after, limit: 33 }, full));
      seen.push(...page.items.map(({ id }) => id));
      after = page.next;
    }
    expect(seen).toEqual(ids.sort());
  });
});

describe("a feed", () => {
  test("refers only to channels and destinations of its workspace; all errors are reported at once", async () => {
    const otherWorkspace = await fixture.newPrincipal();
    const foreign = await newChannel({}, otherWorkspace);
    const own = await newDestination();
    const deliveries = [newId("dst"), own.id, own.id].map((id) => ({ type: "sftp_push", destination_id: id }));
    expect(await rejectionOf(newFeed(foreign.id, { deliveries }))).toMatchObject({
      code: "validation_failed",
      pointers: ["/channel_id", "/deliveries/0/destination_id", "/deliveries/2/destination_id"],
    });
  });

  test("shows the actual next run: a date that already has a scheduled run is skipped, even with a new time", async () => {
    const { id: channelId } = await newChannel();
    const schedule = { time: "02:00", time_zone: "UTC" };
    const { id } = await newFeed(channelId, { schedule });
    const now = fixture.ctx.clock.now();
    const dayAfter = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const next = async (time: string) =>
      (await updateFeed(call({ id, patch: { schedule: { ...schedule, time } } }))).next_run_at;
    expect(await next("23:58")).toBe(`${dayAfter(0)}T23:58:00.000Z`);
    await fixture.db.system.query(
      `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, business_date, created_at, updated_at)
       VALUES ($1, $2, $3, 'succeeded', 'schedule', $4, now(), now())`,
      [principal.workspaceId, newId("run"), id, dayAfter(0)],
    );
    expect(await next("23:59")).toBe(`${dayAfter(1)}T23:59:00.000Z`);
    await updateFeed(call({ id, patch: { status: "paused" } }));
    expect((await updateFeed(call({ id, patch: { status: "active" } }))).next_run_at).toBe(
      `${dayAfter(1)}T23:59:00.000Z`,
    );
  });

  test("is by default scheduled daily in its time zone, but not while it is paused or without a schedule", async () => {
    const { id: channelId } = await newChannel();
    const feed = await newFeed(channelId, {
      schedule: { time: "02:00", time_zone: "Europe/Berlin" },
      format: "jsonl",
      compression: "gzip",
    });
    expect(feed).toMatchObject({ file_name: "products.jsonl.gz", next_run_at: "2026-11-22T01:00:00.000Z" });
    expect((await updateFeed(call({ id: feed.id, patch: { status: "paused" } }))).next_run_at).toBeNull();
    const resumed = await updateFeed(call({ id: feed.id, patch: { status: "active" } }));
    expect(resumed.next_run_at).toBe("2026-11-22T01:00:00.000Z");
    expect((await updateFeed(call({ id: feed.id, patch: { schedule: null } }))).next_run_at).toBeNull();
    expect((await fixture.eventsOf(principal, feed.id)).at(-1)?.previous).toMatchObject({
      next_run_at: resumed.next_run_at,
    });
  });

  test("that is due keeps its run time when other fields are changed", async () => {
    const { id: channelId } = await newChannel();
    const feed = await newFeed(channelId);
    await fixture.db.system.query("UPDATE feeds SET next_run_at = $2 WHERE id = $1", [
      feed.id,
      fixture.ctx.clock.now(),
    ]);
    fixture.tick(1_000);
    const renamed = await updateFeed(call({ id: feed.id, patch: { name: "Renamed" } }));
    expect(Date.parse(renamed.next_run_at ?? "")).toBe(fixture.ctx.clock.now().getTime() - 1_000);
  });

  test("cannot refer to a channel or destination that is deleted concurrently", async () => {
    for (let round = 0; round < 10; round += 1) {
      const channel = await newChannel();
      const destination = await newDestination();
      const deliveries = [{ type: "sftp_push", destination_id: destination.id }];
      const [made, ...deleted] = await Promise.allSettled([
        newFeed(channel.id, { file_name: `race-${round}.csv`, deliveries }),
        deleteChannel(call({ id: channel.id })),
        deleteDestination(call({ id: destination.id })),
      ]);
      const codes = [made, ...deleted].map((outcome) => (outcome.status === "rejected" ? outcome.reason.code : "done"));
      if (codes[0] === "done") expect(codes).toEqual(["done", "conflict", "conflict"]);
      else expect(codes[0]).toBe("validation_failed");
    }
  });
});

describe("a run", () => {
  test("is queued with an internal event for the exporter; a second request returns the queued run", async () => {
    const { id: channelId } = await newChannel();
    const { id: feedId } = await newFeed(channelId);
    const run = await startRun(call({ feedId }));
    expect(run).toMatchObject({ status: "queued", trigger: "manual", counts: { selected: 0, written: 0 } });
    expect((await startRun(call({ feedId }))).id).toBe(run.id);
    const [event, ...others] = await fixture.eventsOf(principal, run.id);
    expect([event?.type, event?.object.feed_id, others]).toEqual(["feed.run.queued", feedId, []]);
    const { rows } = await fixture.db.system.query("SELECT id FROM events WHERE object_id = $1", [run.id]);
    expect((await rejectionOf(getEvent(call({ id: rows[0]?.id })))).code).toBe("not_found");
    const listed = await listEvents(call({ after: "", limit: 200 }));
    expect(listed.items.filter(({ type }) => type === "feed.run.queued")).toEqual([]);
    expect((await listRuns(call({ feedId, after: "", limit: 10 }))).items.map(({ id }) => id)).toEqual([run.id]);
    await fixture.db.system.query("UPDATE runs SET status = 'generating' WHERE id = $1", [run.id]);
    expect((await startRun(call({ feedId }))).id).not.toBe(run.id);
  });

  test("of an archived or missing feed, or with validateOnly, is not queued", async () => {
    const { id: channelId } = await newChannel();
    const { id: feedId } = await newFeed(channelId);
    const dry = await startRun(call({ feedId, validateOnly: true }));
    expect((await rejectionOf(getRun(call({ id: dry.id })))).code).toBe("not_found");
    await updateFeed(call({ id: feedId, patch: { status: "archived" } }));
    expect((await rejectionOf(startRun(call({ feedId })))).code).toBe("conflict");
    expect((await rejectionOf(startRun(call({ feedId: newId("feed") })))).code).toBe("not_found");
  });
});

describe("secrets", () => {
  /** The whole content of the database, as bytes and as text. */
  async function everything(): Promise<string> {
    const tables = await fixture.db.system.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    const dumps = await Promise.all(
      tables.rows.map(({ tablename }) =>
        fixture.db.system.query(`SELECT t::text FROM ${tablename} AS t`).then(
          ({ rows }) => rows.map((row) => row.t).join("\n"),
          () => "", // not granted to the workers
        ),
      ),
    );
    return dumps.join("\n");
  }

  test("of endpoints and destinations are in no column as text, base64 or hexadecimal, and can be decrypted in their context", async () => {
    const endpoint = await newEndpoint();
    const destination = await newDestination();
    const keyed = await newDestination({ auth: { type: "public_key" } });
    const dump = await everything();
    expect(dump).toContain(endpoint.id);
    const secret = endpoint.secret ?? "";
    for (const plain of [secret, secret.slice(6), "pw-s3cret", "OPENSSH PRIVATE KEY"]) {
      for (const form of [
        plain,
        Buffer.from(plain).toString("base64").replace(/=+$/, ""),
        Buffer.from(plain).toString("hex"),
      ]) {
        expect(dump).not.toContain(form);
      }
    }
    const { rows } = await fixture.db.system.query("SELECT secret_sealed FROM webhook_endpoints WHERE id = $1", [
      endpoint.id,
    ]);
    const { workspaceId } = principal;
    const place = `${workspaceId}/${endpoint.id}/secret`;
    expect(openSecret({ keys: new Map(), privateKeys: fixture.privateKeys }, rows[0]?.secret_sealed, place)).toBe(
      secret,
    );
    expect(() => openSecret(fixture.ctx.keyring, rows[0]?.secret_sealed, place)).toThrow("no private key");
    expect(keyed.auth.public_key).toMatch(/^ssh-ed25519 /);
    expect(destination.auth).toEqual({ type: "password", has_password: true });
    expect(JSON.stringify(await getWebhookEndpoint(call({ id: endpoint.id })))).not.toContain(secret);
  });

  test("are not shown with validateOnly, because they are not stored", async () => {
    expect(await newEndpoint({}, { validateOnly: true })).not.toHaveProperty("secret");
    const auth = { type: "public_key" };
    expect((await newDestination({ auth }, { validateOnly: true })).auth).toEqual({ ...auth, has_password: false });
    const real = await newDestination();
    const patched = await updateDestination(
      call({ id: real.id, patch: { auth: { type: "public_key" as const } }, validateOnly: true }),
    );
    expect(patched.auth).toEqual({ ...auth, has_password: false });
    expect((await getDestination(call({ id: real.id }))).auth).toEqual({ type: "password", has_password: true });
  });
});

describe("a destination", () => {
  const auth = { type: "password" as const, password: "other" };

  test.each([{ host: "theirs.example" }, { port: 2222 }, { username: "theirs" }])(
    "never sends its stored password to another server or user: %j requires the password again, or a key",
    async (moved) => {
      const { id } = await newDestination();
      const [field] = Object.keys(moved);
      expect(await rejectionOf(updateDestination(call({ id, patch: { ...moved, host_keys: [] } })))).toMatchObject({
        code: "validation_failed",
        pointers: ["/auth"],
        message: expect.stringContaining(
          `must be sent again because ${field} changes: a stored password is never sent to another server`,
        ),
      });
      expect(await getDestination(call({ id }))).toMatchObject({ version: 1, host: "sftp.example", port: 22 });
      expect(await updateDestination(call({ id, patch: { ...moved, auth } }))).toMatchObject({ version: 2, ...moved });
      const keyed = await updateDestination(call({ id, patch: { port: 2200, auth: { type: "public_key" } } }));
      expect((await updateDestination(call({ id, patch: { port: 22, username: "u" } }))).auth).toEqual(keyed.auth);
    },
  );

  test("with a stored password can be changed without it if host, port and user stay", async () => {
    const { id, host, port, username } = await newDestination();
    const patch = { host, port, username, path: "/other", name: "Other" };
    expect(await updateDestination(call({ id, patch }))).toMatchObject({ version: 2, path: "/other" });
  });

  test("can be deleted only if no feed delivers to it", async () => {
    const { id } = await newDestination();
    const { id: channelId } = await newChannel();
    const deliveries = [{ type: "sftp_push", destination_id: id }];
    // Another file name, because the races above may leave a feed that writes products.csv to the same folder.
    const feed = await newFeed(channelId, { file_name: "own.csv", deliveries });
    expect((await rejectionOf(deleteDestination(call({ id })))).code).toBe("conflict");
    await updateFeed(call({ id: feed.id, patch: { deliveries: [] } }));
    await deleteDestination(call({ id }));
  });

  test("in a private network is rejected, at creation and at change, with the field's pointer", async () => {
    for (const host of [
      "127.0.0.1",
      "localhost",
      "10.1.2.3",
      "inside.example",
      "169.254.169.254",
      "[::1]".slice(1, -1),
    ]) {
      expect(await rejectionOf(newDestination({ host }))).toMatchObject({
        code: "target_not_allowed",
        pointers: ["/host"],
      });
    }
    const { id } = await newDestination();
    expect((await rejectionOf(updateDestination(call({ id, patch: { host: "inside.example", auth } })))).code).toBe(
      "target_not_allowed",
    );
    expect((await getDestination(call({ id }))).host).toBe("sftp.example");
  });

  test("whose address changes while a new one is checked stays unchanged, and the check locks no row", async () => {
    const { id } = await newDestination();
    const checkHost = async (host: string, port: number) => {
      await updateDestination(call({ id, patch: { port: 2222, auth } }));
      return fixture.ctx.guard.checkHost(host, port);
    };
    const slow = {
      ...call({ id, patch: { host: "moved.example", auth } }),
      ctx: { ...fixture.ctx, guard: { ...fixture.ctx.guard, checkHost } },
    };
    expect((await rejectionOf(updateDestination(slow))).code).toBe("conflict");
    expect(await getDestination(call({ id }))).toMatchObject({ host: "sftp.example", port: 2222 });
  });

  test("patched without a change keeps its version; a new login increases it", async () => {
    const before = await newDestination();
    expect(await updateDestination(call({ id: before.id, patch: { port: 22, path: "." } }))).toEqual(before);
    expect((await updateDestination(call({ id: before.id, patch: { auth } }))).version).toBe(2);
  });
});

describe("a webhook endpoint", () => {
  test("in a private network is rejected, at creation and at change", async () => {
    for (const url of [
      "https://127.0.0.1/",
      "https://inside.example/",
      "https://2130706433/",
      "https://[::ffff:10.0.0.1]/",
    ]) {
      expect(await rejectionOf(newEndpoint({ url }))).toMatchObject({ code: "target_not_allowed", pointers: ["/url"] });
    }
    const { id } = await newEndpoint();
    const moved = updateWebhookEndpoint(call({ id, patch: { url: "https://inside.example/" } }));
    expect((await rejectionOf(moved)).code).toBe("target_not_allowed");
  });

  test("that was disabled is enabled only by its status, and keeps the reason until then", async () => {
    const { id } = await newEndpoint();
    await fixture.db.system.query(
      "UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = 'gone' WHERE id = $1",
      [id],
    );
    const described = await updateWebhookEndpoint(call({ id, patch: { description: "d" } }));
    expect(described).toMatchObject({ status: "disabled", disabled_reason: "gone", version: 2 });
    const enabled = await updateWebhookEndpoint(call({ id, patch: { status: "active" } }));
    expect(enabled).toMatchObject({ status: "active", disabled_reason: null, version: 3 });
    await deleteWebhookEndpoint(call({ id }));
    expect((await rejectionOf(getWebhookEndpoint(call({ id })))).code).toBe("not_found");
  });

  test("stores the client's own secret, and shows it in the response to creation", async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    expect((await newEndpoint({ secret })).secret).toBe(secret);
  });
});

test("concurrent creations store exactly as many as the workspace limit allows", async () => {
  const crowded = await fixture.newPrincipal();
  const endpoint = webhookEndpointCreateSchema.parse({ url: "https://hooks.example/x" });
  const all = await Promise.allSettled(
    Array.from({ length: LIMITS.webhookEndpointsPerWorkspace + 10 }, () =>
      createWebhookEndpoint(call({ endpoint }, crowded)),
    ),
  );
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(LIMITS.webhookEndpointsPerWorkspace);
});

test("resources of another workspace are not found: to read, change, delete or run", async () => {
  const channel = await newChannel();
  const feed = await newFeed(channel.id);
  const destination = await newDestination();
  const endpoint = await newEndpoint();
  const run = await startRun(call({ feedId: feed.id }));
  const otherWorkspace = await fixture.newPrincipal();
  const as = <Input>(input: Input) => call(input, otherWorkspace);
  const asked = [
    getChannel(as({ id: channel.id })),
    updateChannel(as({ id: channel.id, patch: {} })),
    deleteChannel(as({ id: channel.id })),
    getFeed(as({ id: feed.id })),
    updateFeed(as({ id: feed.id, patch: {} })),
    deleteFeed(as({ id: feed.id })),
    getDestination(as({ id: destination.id })),
    updateDestination(as({ id: destination.id, patch: {} })),
    deleteDestination(as({ id: destination.id })),
    getRun(as({ id: run.id })),
    startRun(as({ feedId: feed.id })),
    getWebhookEndpoint(as({ id: endpoint.id })),
    updateWebhookEndpoint(as({ id: endpoint.id, patch: {} })),
    deleteWebhookEndpoint(as({ id: endpoint.id })),
    listRuns(as({ feedId: feed.id, after: "", limit: 5 })),
  ];
  const refusals = await Promise.all(asked.map((work) => rejectionOf(work)));
  expect(refusals.map(({ code }) => code)).toEqual(asked.map(() => "not_found"));
  expect((await listEvents(as({ after: "", limit: 10 }))).items).toEqual([]);
});
