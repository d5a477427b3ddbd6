import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import { callTools, type ToolCaller } from "../testing/call-tools.js";
import { fillWorkspace, type GatewayFixture, openGatewayFixture } from "../testing/open-gateway.js";

let gateway: GatewayFixture;
let tools: ToolCaller;
let workspaceId: string;
let feedId: string;

beforeAll(async () => {
  gateway = await openGatewayFixture();
  workspaceId = await gateway.newWorkspace();
  ({ feedId } = await fillWorkspace(gateway, workspaceId));
  tools = await callTools(gateway.url, gateway.appOf(workspaceId));
  await gateway.ctx.catalog.db.system.query("DELETE FROM runs WHERE workspace_id = $1", [workspaceId]);
});
afterAll(async () => {
  await tools.close();
  await gateway.close();
});

/** Ids of the same millisecond have no order. */
let lastRunMs = Date.now();
async function insertRun(status: string): Promise<string> {
  lastRunMs += 1;
  const id = newId("run", lastRunMs);
  // A feed has at most one held run.
  await gateway.ctx.catalog.db.system.query("DELETE FROM runs WHERE feed_id = $1 AND status = $2 AND status = 'held'", [
    feedId,
    status,
  ]);
  await gateway.ctx.catalog.db.system.query(
    `INSERT INTO runs (workspace_id, id, feed_id, status, trigger, files, guards, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'schedule', '[{"name":"a.csv","bytes":1,"rows":1,"sha256":"00"}]', '[]', now(), now())`,
    [workspaceId, id, feedId, status],
  );
  return id;
}
const statusOf = async (id: string) => (await tools.call("get_run", { run_id: id })).structured.run.status;
/** Tool names in a text, in order. */
const toolsIn = (text: string) => text.match(/\b[a-z]+_[a-z_]+\b/g) ?? [];

test("list_runs shows why a file is held, across feeds, newest first, page by page", async () => {
  const old = await insertRun("succeeded");
  const held = await insertRun("held");
  const last = await insertRun("succeeded");
  const { structured } = await tools.call("list_runs", { status: "held" });
  expect(structured.runs).toEqual([expect.objectContaining({ id: held, feed_id: feedId, status: "held", guards: [] })]);
  const { structured: first } = await tools.call("list_runs", { feed_id: feedId, limit: 2 });
  expect(first.runs.map(({ id }) => id)).toEqual([last, held]);
  const { structured: rest } = await tools.call("list_runs", {
    feed_id: feedId,
    limit: 2,
    cursor: first.next_cursor,
  });
  expect([rest.runs.map(({ id }) => id), rest.next_cursor]).toEqual([[old], null]);
});

test.each([
  ["queued", true],
  ["generating", true],
  ["delivering", true],
  ["held", false],
  ["succeeded", false],
  ["skipped", false],
  ["failed", false],
  ["cancelled", false],
])("a client that polls a run knows when to stop: %s is in progress: %s", async (status, isInProgress) => {
  const { structured } = await tools.call("get_run", { run_id: await insertRun(status) });
  expect(structured.run).toMatchObject({ status, is_in_progress: isInProgress });
});

describe("no hint leads to a harmful call", () => {
  test.each(["get_run", "release_run", "discard_run"])(
    "%s of an unknown run points to list_runs, which is read-only",
    async (name) => {
      const { isError, text } = await tools.call(name, {
        run_id: newId("run"),
        ...(name !== "get_run" && { reason: "x" }),
      });
      expect(isError).toBe(true);
      expect(toolsIn(text).filter((word) => word !== "not_found")).toEqual(["list_runs"]);
      expect((await tools.call("list_runs", {})).isError).toBe(false);
    },
  );

  test("run_feed with validate_only names the held run that a new run would discard", async () => {
    const held = await insertRun("held");
    const { structured } = await tools.call("run_feed", { feed_id: feedId, validate_only: true });
    expect(structured).toMatchObject({ started: false, next_step: expect.stringContaining(`the held run ${held}`) });
    expect(await statusOf(held)).toBe("held");
  });

  test("get_run of a held run says that a person decides, and with which tools", async () => {
    const { structured } = await tools.call("get_run", { run_id: await insertRun("held") });
    expect(structured.next_step).toMatch(/person.*release_run.*discard_run/);
    const { structured: done } = await tools.call("get_run", { run_id: await insertRun("succeeded") });
    expect(done.next_step).toBeNull();
  });

  test("run_feed's description says that it discards a held run", async () => {
    const { tools: list } = await tools.list();
    expect(list.find(({ name }) => name === "run_feed")?.description).toMatch(/Discards a held run: see list_runs/);
  });
});

describe("discard_run", () => {
  test("discards a held run, only tries with validate_only, and is rejected for a run that is not held", async () => {
    const id = await insertRun("held");
    const tried = await tools.call("discard_run", { run_id: id, validate_only: true });
    expect(tried.structured).toMatchObject({ discarded: false, run: { id, status: "held" } });
    expect(await statusOf(id)).toBe("held");
    const { structured } = await tools.call("discard_run", { run_id: id, reason: "prices are wrong" });
    expect(structured).toMatchObject({ discarded: true, run: { id, status: "cancelled" } });
    const again = await tools.call("discard_run", { run_id: id });
    expect([again.isError, again.text]).toEqual([true, expect.stringContaining("get_run shows")]);
  });
});

describe("rollback_feed", () => {
  test("delivers an earlier run's files again, and only tries with validate_only", async () => {
    const good = await insertRun("succeeded");
    const args = { feed_id: feedId, run_id: good, reason: "the new file is wrong" };
    const tried = await tools.call("rollback_feed", { ...args, validate_only: true });
    expect(tried.structured).toMatchObject({ started: false, run: null, next_step: expect.stringContaining(good) });
    const { structured } = await tools.call("rollback_feed", args);
    expect(structured).toMatchObject({ started: true, run: { status: "queued" } });
    const { structured: read } = await tools.call("get_run", { run_id: structured.run.id, fields: ["rollback_to"] });
    expect(read.run.rollback_to).toBe(good);
  });

  test("to a failed run is rejected with a hint to the runs that can be delivered again", async () => {
    const { isError, text } = await tools.call("rollback_feed", {
      feed_id: feedId,
      run_id: await insertRun("failed"),
      reason: "x",
    });
    expect([isError, text]).toEqual([true, expect.stringContaining("get_run says in files_kept")]);
  });
});
