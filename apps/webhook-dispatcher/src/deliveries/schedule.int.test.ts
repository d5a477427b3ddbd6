import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { type House, openHouse } from "../testing/run-dispatcher.js";
import { createSchedule } from "./schedule.js";

const POLL_MS = 1_000;

let house: House;
beforeAll(async () => {
  house = await openHouse({ limits: { pollIntervalMs: POLL_MS } });
});
afterAll(() => house.close());
afterEach(async () => {
  await house.query("DELETE FROM deliveries");
});

/** An endpoint with so many deliveries that are due. */
async function endpointWith(deliveryCount: number): Promise<string> {
  const workspaceId = await house.createWorkspace();
  const { id } = await house.createEndpoint({ workspaceId, url: "http://127.0.0.1:9" });
  await house.query(
    `INSERT INTO deliveries (workspace_id, id, event_id, endpoint_id, status, next_attempt_at, created_at)
     SELECT $1, 'dlv_' || n || $2, 'evt_' || n, $2, 'pending', now() - interval '1 minute', now() FROM generate_series(1, $3::int) n`,
    [workspaceId, id, deliveryCount],
  );
  return id;
}

/** A schedule whose orders are kept; `look` answers those of one look, and the pause until the next. */
function keepingSchedule(
  rooms: { endpointId: string; room: number; mayAsk: true }[] = [],
  attempted: Promise<void> = Promise.resolve(),
) {
  const ordered: string[] = [];
  const now = new Date();
  const { run, next } = createSchedule({
    ctx: { ...house.ctx, clock: { now: () => now } },
    lanes: { rooms: () => rooms },
    attemptHere: ({ endpointId }) => {
      ordered.push(endpointId);
      return attempted;
    },
  });
  return {
    look: async () => {
      await run(new AbortController().signal);
      return { ordered: ordered.splice(0), pauseMs: (next()?.getTime() ?? 0) - now.getTime() };
    },
  };
}

test("a long backlog comes in small portions, soon one after the other, and keeps back nobody else's", async () => {
  const [long, short] = [await endpointWith(120), await endpointWith(3)];
  const schedule = keepingSchedule();
  const first = await schedule.look();
  expect(first.ordered.filter((id) => id === long)).toHaveLength(50);
  expect(first.ordered.filter((id) => id === short)).toHaveLength(3);
  expect(first.pauseMs).toBe(100);
  const second = await schedule.look();
  expect(second.ordered).toHaveLength(50);
  const last = await schedule.look();
  expect(last.ordered).toHaveLength(20);
  expect(last.pauseMs).toBe(POLL_MS);
});

test("an endpoint that is known to have room gets two hundred in a look", async () => {
  const id = await endpointWith(250);
  const schedule = keepingSchedule([{ endpointId: id, room: 1_000, mayAsk: true }]);
  const first = await schedule.look();
  expect(first.ordered.filter((one) => one === id)).toHaveLength(200);
  expect(first.pauseMs).toBe(100);
});

test("nothing more is claimed while as many are in hand as the process may have", async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => endpointWith(200)));
  const rooms = ids.map((endpointId) => ({ endpointId, room: 1_000, mayAsk: true as const }));
  let end = () => {};
  const attempted = new Promise<void>((resolve) => {
    end = resolve;
  });
  const schedule = keepingSchedule(rooms, attempted);
  expect((await schedule.look()).ordered).toHaveLength(400);
  expect((await schedule.look()).ordered).toHaveLength(400);
  expect(await schedule.look()).toEqual({ ordered: [], pauseMs: 100 });
  end();
  await attempted;
  await house.query("UPDATE deliveries SET lease_until = NULL");
  expect((await schedule.look()).ordered).toHaveLength(400);
});

test("an endpoint with little room gets as much as fits, and the rest is soon looked for", async () => {
  const id = await endpointWith(10);
  const schedule = keepingSchedule([{ endpointId: id, room: 2, mayAsk: true }]);
  expect(await schedule.look()).toEqual({ ordered: [id, id], pauseMs: 100 });
});
