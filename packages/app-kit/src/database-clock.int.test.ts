import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { type Database, openDatabase } from "@skucast/db/database";
import { createLogger } from "@skucast/service-kit/logger";
import { METRICS } from "@skucast/service-kit/metric-names";
import { createMetrics } from "@skucast/service-kit/metrics";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import { eventually } from "@skucast/testkit/eventually";
import { type DatabaseClock, startDatabaseClock } from "./database-clock.js";

const MINUTE_MS = 60_000;
/** The machine may stall during a test; a clock that is ten minutes off is unambiguous. */
const CLOSE_MS = 30_000;

let database: TestDatabase;
let db: Database;
let following: DatabaseClock | undefined;
let machineOffsetMs = 0;
let lines: Record<string, unknown>[] = [];
const metrics = createMetrics({ service: "test" });
const machine = { now: () => new Date(Date.now() + machineOffsetMs) };
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
});
afterEach(() => following?.stop());
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function follow(offsetMs: number, through: Database = db): Promise<DatabaseClock> {
  machineOffsetMs = offsetMs;
  lines = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = createLogger({ service: "test", level: "info", destination });
  following = await startDatabaseClock({ db: through, logger, metrics, machine, intervalMs: 20 });
  return following;
}

const differenceMs = ({ clock }: DatabaseClock) => Math.abs(clock.now().getTime() - Date.now());
const told = () => lines.map(({ event }) => event);

test.each([10, -10])(
  "a process on a machine whose clock is %d minutes off has the database's time from the start",
  async (minutes) => {
    const at = await follow(minutes * MINUTE_MS);
    expect(differenceMs(at)).toBeLessThan(CLOSE_MS);
    expect(told()).toContain("clock.differs");
    const { body } = await metrics.render();
    const skew = Number(new RegExp(`^${METRICS.clockSkew.name} (.*)$`, "m").exec(body)?.[1]);
    expect(Math.abs(skew - minutes * 60)).toBeLessThan(CLOSE_MS / 1_000);
  },
);

test("a clock that is set while the process runs is detected, in both directions", async () => {
  const at = await follow(0);
  expect(told()).toEqual([]);
  machineOffsetMs = 6 * MINUTE_MS;
  await eventually(() => differenceMs(at) < CLOSE_MS && told().includes("clock.differs"));
  machineOffsetMs = 0;
  await eventually(() => differenceMs(at) < CLOSE_MS && told().includes("clock.agrees"));
});

test("a machine whose clock agrees keeps its own time, and the last offset is kept while the database is unavailable", async () => {
  const here = await follow(0);
  const before = Date.now();
  const now = here.clock.now().getTime();
  expect([before <= now, now <= Date.now()]).toEqual([true, true]);
  await here.stop();

  const closing = openDatabase({ url: database.appUrl });
  const at = await follow(10 * MINUTE_MS, closing);
  await closing.close();
  await eventually(async () => {
    await expect(closing.system.query("SELECT 1")).rejects.toThrow();
    return true;
  });
  expect(differenceMs(at)).toBeLessThan(CLOSE_MS);
});
