import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { isSigned } from "@skucast/client/webhooks/check-signatures";
import { readHeaders } from "@skucast/client/webhooks/read-headers";
import { verificationKey } from "@skucast/client/webhooks/verification-keys";
import { newId } from "@skucast/contracts/ids";
import { type EventRow, renderEnvelope } from "@skucast/events/envelope";
import { eventually } from "@skucast/testkit/eventually";
import { type ReceivedRequest, startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { Webhook } from "standardwebhooks";
import { type BusKind, type DispatcherFixture, openDispatcherFixture } from "./testing/open-dispatcher-fixture.js";

const headersOf = ({ headers }: ReceivedRequest) => headers as Record<string, string>;
/** Nearly the largest possible event: larger than every buffer on its way from PostgreSQL and the bus to the receiver. */
const LARGE = { id: newId("prod"), title: "Größe 漢字 😀", description: "Füße, 靴と靴下, 👟 ".repeat(3_500) };
const idOf = (request: ReceivedRequest) => request.headers["webhook-id"];

describe.each<BusKind>(["embedded", "rabbitmq"])("over the %s bus", (bus) => {
  let fixture: DispatcherFixture;
  let sink: WebhookSink;

  beforeAll(async () => {
    [fixture, sink] = await Promise.all([openDispatcherFixture({ bus }), startWebhookSink()]);
    await fixture.startApp();
  });
  afterAll(async () => {
    await fixture.close();
    await sink.close();
  });

  /** The expected bytes, by event id. */
  async function bodiesOf(workspaceId: string): Promise<Map<unknown, Buffer>> {
    const rows = await fixture.query<EventRow>("SELECT * FROM events WHERE workspace_id = $1", [workspaceId]);
    return new Map(rows.map((row) => [row.id, Buffer.from(renderEnvelope(row))]));
  }

  test("an event of nearly 100 kB arrives once, byte for byte, with a signature that the official library verifies", async () => {
    const workspaceId = await fixture.createWorkspace();
    const { secret, publicKey } = await fixture.createEndpoint({ workspaceId, url: `${sink.url}/signed?a=1` });
    const eventId = await fixture.emitOf(workspaceId, "product.updated", LARGE);

    const request = await sink.waitFor((received) => idOf(received) === eventId);

    expect(request).toMatchObject({ method: "POST", path: "/signed?a=1" });
    expect(request.headers).toMatchObject({ "content-type": "application/json", "user-agent": "Skucast-Webhooks/1" });
    expect(request.body.length).toBeGreaterThan(90_000);
    expect((await bodiesOf(workspaceId)).get(eventId)?.equals(request.body)).toBe(true);
    expect(isSigned([verificationKey(publicKey)], readHeaders(request.headers), request.body)).toBe(true);
    expect(new Webhook(secret).verify(request.body, headersOf(request))).toMatchObject({
      id: eventId,
      type: "product.updated",
      workspace_id: workspaceId,
      sequence: 1,
      data: { object: LARGE, previous: {} },
    });
    const delivery = await eventually(async () => {
      const [row] = await fixture.query("SELECT * FROM deliveries WHERE event_id = $1 AND status = 'delivered'", [
        eventId,
      ]);
      return row;
    });
    expect(delivery).toMatchObject({ attempt_count: 1, next_attempt_at: null, lease_until: null });
    expect(await fixture.query("SELECT * FROM delivery_attempts WHERE workspace_id = $1", [workspaceId])).toMatchObject(
      [{ number: 1, outcome: "delivered", status_code: 200, error: null, response_body: "" }],
    );
    expect(sink.received.filter((received) => idOf(received) === eventId)).toHaveLength(1);
  });

  test("endpoints get the types that they subscribe to, and neither internal events nor those of other workspaces", async () => {
    const own = await fixture.createWorkspace();
    const other = await fixture.createWorkspace();
    await fixture.createEndpoint({ workspaceId: own, url: `${sink.url}/updated`, eventTypes: ["product.updated"] });
    await fixture.createEndpoint({ workspaceId: own, url: `${sink.url}/all` });
    await fixture.createEndpoint({ workspaceId: own, url: `${sink.url}/disabled`, status: "disabled" });
    await fixture.createEndpoint({ workspaceId: other, url: `${sink.url}/other` });
    await fixture.emit(own, "feed.run.queued");
    const created = await fixture.emit(own, "product.created");
    const updated = await fixture.emit(own, "product.updated");

    const last = await sink.waitFor((received) => received.path === "/updated");
    await sink.waitFor((received) => received.path === "/all" && idOf(received) === updated);
    await sink.waitFor((received) => received.path === "/all" && idOf(received) === created);

    expect(idOf(last)).toBe(updated);
    const paths = sink.received.map(({ path }) => path);
    expect(paths.filter((path) => path === "/updated")).toHaveLength(1);
    expect(paths.filter((path) => path === "/all")).toHaveLength(2);
    expect(paths).not.toContain("/disabled");
    expect(paths).not.toContain("/other");
    expect(await fixture.query("SELECT FROM deliveries WHERE workspace_id = $1", [own])).toHaveLength(3);
    expect(await fixture.query("SELECT FROM deliveries WHERE workspace_id = $1", [other])).toHaveLength(0);
  });

  test("a thousand events become a thousand deliveries, each sent once", async () => {
    const many = await startWebhookSink();
    const workspaceId = await fixture.createWorkspace();
    const { secret } = await fixture.createEndpoint({ workspaceId, url: `${many.url}/many` });
    const ids: string[] = [];
    for (let i = 0; i < 10; i += 1) {
      ids.push(...(await Promise.all(Array.from({ length: 100 }, () => fixture.emit(workspaceId)))));
    }
    const received = await many.waitForCount(1_000);
    expect(new Set(received.map(idOf))).toEqual(new Set(ids));
    for (const request of received) new Webhook(secret).verify(request.body, headersOf(request));
    const bodies = await bodiesOf(workspaceId);
    expect(received.filter((request) => !bodies.get(idOf(request))?.equals(request.body))).toEqual([]);
    await eventually(async () => {
      const rows = await fixture.query("SELECT FROM deliveries WHERE workspace_id = $1 AND status = 'delivered'", [
        workspaceId,
      ]);
      return rows.length === 1_000;
    });
    expect(received).toHaveLength(1_000);
    await many.close();
  });
});
