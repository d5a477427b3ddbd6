import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { inSystem, inWorkspace, type TransactionClient } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import {
  type DispatcherFixture,
  FULL_LIMITERS,
  NO_HOSTS,
  openDispatcherFixture,
  readNoEvents,
} from "../testing/open-dispatcher-fixture.js";
import { insertDeliveries } from "./insert-deliveries.js";
import type { PlannableEvent } from "./plannable-event.js";

type Type = "product.updated" | "feed.updated" | "feed.deleted" | "feed.delivered" | "channel.deleted";

let fixture: DispatcherFixture;
let workspaceId: string;

beforeAll(async () => {
  fixture = await openDispatcherFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  workspaceId = await fixture.createWorkspace();
});

const append = async (client: TransactionClient, type: Type, object: object = {}): Promise<PlannableEvent> => {
  const data = { object: { id: newId("prod"), ...object }, previous: {} };
  const id = await appendEvent(client, { workspaceId, type, sequence: 1, data, now: fixture.ctx.clock.now() });
  return { id, type, workspace_id: workspaceId, data };
};
const commit = (type: Type, object: object = {}) => inSystem(fixture.ctx.db, (client) => append(client, type, object));
const subscribe = (client: TransactionClient, id: string, column: "event_types" | "channel_ids", list: string[]) =>
  client.query(`UPDATE webhook_endpoints SET ${column} = $2 WHERE id = $1`, [id, JSON.stringify(list)]);
const change = (id: string, column: "event_types" | "channel_ids", list: string[]) =>
  inWorkspace(fixture.ctx.db, { workspaceId, actor: "*" }, (client) => subscribe(client, id, column, list));
const newEndpoint = (more: { eventTypes?: string[]; channelIds?: string[]; ordering?: "per_object" } = {}) =>
  fixture.createEndpoint({ workspaceId, url: "http://127.0.0.1:9/", ...more });

/** Plans the events, and returns the place in their list of those that the endpoint gets. */
async function planned(endpointId: string, events: readonly PlannableEvent[]): Promise<number[]> {
  await insertDeliveries(
    { ctx: fixture.ctx, limiters: FULL_LIMITERS, readEvents: readNoEvents, hosts: NO_HOSTS },
    events,
  );
  const rows = await fixture.query<{ event_id: string }>("SELECT event_id FROM deliveries WHERE endpoint_id = $1", [
    endpointId,
  ]);
  return rows.map(({ event_id: id }) => events.findIndex((event) => event.id === id)).sort((a, b) => a - b);
}

test.each(["none", "per_object"] as const)(
  "each event goes to the endpoints that subscribed to it when it was committed, with ordering %s",
  async (ordering) => {
    const { id } = await newEndpoint({ eventTypes: ["product.*"], ...(ordering === "per_object" && { ordering }) });
    const events = [await commit("product.updated"), await commit("feed.updated")];
    await change(id, "event_types", ["feed.*"]);
    events.push(await commit("product.updated"), await commit("feed.updated"));
    await change(id, "event_types", ["*"]);
    events.push(await commit("product.updated"), await commit("feed.updated"));
    await change(id, "event_types", []);
    events.push(await commit("product.updated"));
    expect(await planned(id, events)).toEqual([0, 3, 4, 5]);
  },
);

test("an event that was uncommitted during the change is one after it, whichever transaction began first", async () => {
  const { id } = await newEndpoint({ eventTypes: ["product.*"] });
  const events: PlannableEvent[] = [];
  await inSystem(fixture.ctx.db, async (client) => {
    events.push(await append(client, "product.updated"));
    await change(id, "event_types", ["feed.*"]);
  });
  await inWorkspace(fixture.ctx.db, { workspaceId, actor: "*" }, async (client) => {
    await client.query("SELECT pg_current_xact_id()");
    events.push(await commit("feed.updated"));
    await subscribe(client, id, "event_types", ["product.updated"]);
  });
  expect(await planned(id, events)).toEqual([1]);
});

test("the deletion of a channel reaches the endpoints that were limited to it, and later events do not", async () => {
  const { id } = await newEndpoint({ channelIds: ["chan_1"] });
  const { id: other } = await newEndpoint({ channelIds: ["chan_2"] });
  const events = [await commit("feed.deleted", { channel_id: "chan_1" })];
  await inWorkspace(fixture.ctx.db, { workspaceId, actor: "*" }, async (client) => {
    await subscribe(client, id, "channel_ids", []);
    events.push(await append(client, "channel.deleted", { id: "chan_1" }));
  });
  events.push(await commit("feed.updated", { channel_id: "chan_1" }), await commit("product.updated"));
  expect([await planned(id, events), await planned(other, events)]).toEqual([[0, 1, 3], [3]]);
});

test("an event of a feed that was deleted before it was planned goes to the endpoints of its channel", async () => {
  const { id } = await newEndpoint({ channelIds: ["chan_1"] });
  const events = [
    await commit("feed.delivered", { feed_id: "feed_1" }),
    await commit("feed.deleted", { id: "feed_1", channel_id: "chan_1" }),
    await commit("feed.delivered", { feed_id: "feed_2" }),
    await commit("feed.deleted", { id: "feed_2", channel_id: "chan_2" }),
  ];
  expect(await planned(id, events)).toEqual([0, 1]);
});

test("a new endpoint gets no events from before", async () => {
  const before = await commit("product.updated");
  const { id } = await newEndpoint();
  expect(await planned(id, [before, await commit("product.updated")])).toEqual([1]);
});

test("former subscriptions are kept for a week, and not more than 20", async () => {
  const { id } = await newEndpoint();
  const kept = async () =>
    (
      await fixture.query<{ count: number }>(
        "SELECT jsonb_array_length(former_subscriptions) AS count FROM webhook_endpoints WHERE id = $1",
        [id],
      )
    )[0]?.count;
  for (let i = 0; i < 30; i += 1) await change(id, "event_types", [i % 2 === 0 ? "feed.*" : "*"]);
  expect(await kept()).toBe(20);
  await change(id, "event_types", ["*"]);
  expect(await kept()).toBe(20);
  await fixture.query(
    `UPDATE webhook_endpoints SET former_subscriptions = '[{"event_types":[],"channel_ids":null,"own":1,"until":1,"open":[],"replaced_at":"2020-01-01T00:00:00Z"}]'
     WHERE id = $1`,
    [id],
  );
  await change(id, "event_types", ["feed.*"]);
  expect(await kept()).toBe(1);
});
