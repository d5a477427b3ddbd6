import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { EndpointCapacity } from "../flow/endpoint-limiters.js";
import { type DispatcherFixture, openDispatcherFixture } from "../testing/open-dispatcher-fixture.js";
import { createDueDeliveries } from "./due-deliveries.js";

const POLL_MS = 1_000;

let fixture: DispatcherFixture;
beforeAll(async () => {
  fixture = await openDispatcherFixture({ limits: { pollIntervalMs: POLL_MS } });
});
afterAll(() => fixture.close());
afterEach(async () => {
  await fixture.query("DELETE FROM deliveries");
});

/** Creates an endpoint with this many due deliveries. */
async function endpointWith(deliveryCount: number): Promise<string> {
  const workspaceId = await fixture.createWorkspace();
  const { id } = await fixture.createEndpoint({ workspaceId, url: "http://127.0.0.1:9" });
  await fixture.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, created_at)
     SELECT $1, 'dlv_' || n || $2, 'evt_' || n, $2, 'pending', now() - interval '1 minute', now() FROM generate_series(1, $3::int) n`,
    [workspaceId, id, deliveryCount],
  );
  return id;
}

/** Due deliveries whose attempts are only recorded. `poll` returns the endpoints of one poll's orders, and the pause after it. */
function recordingDueDeliveries(capacities: EndpointCapacity[] = [], attempted: Promise<void> = Promise.resolve()) {
  const ordered: string[] = [];
  const { run, pauseMs } = createDueDeliveries({
    ctx: fixture.ctx,
    limiters: { capacities: () => capacities },
    attemptLocal: ({ endpointId }) => {
      ordered.push(endpointId);
      return attempted;
    },
  });
  return {
    poll: async () => {
      await run();
      return { ordered: ordered.splice(0), pauseMs: pauseMs() };
    },
  };
}

test("a long backlog is leased in small batches, soon after each other, and does not delay other endpoints", async () => {
  const long = await endpointWith(120);
  const short = await endpointWith(3);
  const due = recordingDueDeliveries();
  const first = await due.poll();
  expect(first.ordered.filter((id) => id === long)).toHaveLength(50);
  expect(first.ordered.filter((id) => id === short)).toHaveLength(3);
  expect(first.pauseMs).toBe(100);
  const second = await due.poll();
  expect(second.ordered).toHaveLength(50);
  const last = await due.poll();
  expect(last.ordered).toHaveLength(20);
  expect(last.pauseMs).toBe(POLL_MS);
});

test("an endpoint with known capacity gets two hundred deliveries in a poll", async () => {
  const id = await endpointWith(250);
  const due = recordingDueDeliveries([{ endpointId: id, capacity: 1_000, canStartRequested: true }]);
  const first = await due.poll();
  expect(first.ordered.filter((one) => one === id)).toHaveLength(200);
  expect(first.pauseMs).toBe(100);
});

test("nothing is leased while the process has its maximum in hand", async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => endpointWith(200)));
  const capacities = ids.map((endpointId) => ({ endpointId, capacity: 1_000, canStartRequested: true }));
  let end = () => {};
  const attempted = new Promise<void>((resolve) => {
    end = resolve;
  });
  const due = recordingDueDeliveries(capacities, attempted);
  expect((await due.poll()).ordered).toHaveLength(400);
  expect((await due.poll()).ordered).toHaveLength(400);
  expect(await due.poll()).toEqual({ ordered: [], pauseMs: 100 });
  end();
  await attempted;
  await fixture.query("UPDATE deliveries SET lease_until = NULL");
  expect((await due.poll()).ordered).toHaveLength(400);
});

test("an endpoint with little capacity gets as much as fits, and the rest is polled for soon", async () => {
  const id = await endpointWith(10);
  const due = recordingDueDeliveries([{ endpointId: id, capacity: 2, canStartRequested: true }]);
  expect(await due.poll()).toEqual({ ordered: [id, id], pauseMs: 100 });
});
