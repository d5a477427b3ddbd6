import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type ExporterFixture, openExporterFixture } from "../testing/open-exporter-fixture.js";
import { claimRun } from "./claim-run.js";

let fixture: ExporterFixture;
beforeAll(async () => {
  fixture = await openExporterFixture({ leaseMs: 60_000 });
});
afterAll(() => fixture.close());

test("runs to partners that hang wait, and do not hold up runs to other partners", async () => {
  const hanging = await fixture.addDestination(undefined, { connectionsMax: 2 });
  const lively = await fixture.addDestination(undefined, { path: "lively" });
  const feeds = await Promise.all([hanging, hanging, hanging].map((id) => fixture.addFeed({ destinations: [id] })));
  const well = await fixture.addFeed({ destinations: [lively] });
  for (const feed of [...feeds, well]) await fixture.queueRun(feed);
  const claimed = [await claimRun(fixture.ctx), await claimRun(fixture.ctx)].map((run) => run?.feedId);
  expect(claimed).toEqual(feeds.slice(0, 2));
  // Two runs per workspace at a time, as long as they make progress.
  expect(await claimRun(fixture.ctx)).toBeUndefined();
  await fixture.query(
    "UPDATE runs SET status = 'delivering', updated_at = now() - interval '1 minute' WHERE status = 'generating'",
  );
  expect((await claimRun(fixture.ctx))?.feedId).toBe(well);
  expect(await claimRun(fixture.ctx)).toBeUndefined();
  await fixture.query("UPDATE runs SET status = 'failed', lease_until = NULL WHERE feed_id = $1", [feeds[0]]);
  expect((await claimRun(fixture.ctx))?.feedId).toBe(feeds[2]);
});
