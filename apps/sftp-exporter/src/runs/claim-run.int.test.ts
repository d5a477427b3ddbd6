import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type House, openHouse } from "../testing/open-house.js";
import { claimRun } from "./claim-run.js";

let house: House;
beforeAll(async () => {
  house = await openHouse({ leaseMs: 60_000 });
});
afterAll(() => house.close());

test("partners that hang hold up no run to a partner who does not, and theirs wait", async () => {
  const hanging = await house.addDestination(undefined, { connectionsMax: 2 });
  const lively = await house.addDestination(undefined, { path: "lively" });
  const feeds = await Promise.all([hanging, hanging, hanging].map((id) => house.addFeed({ destinations: [id] })));
  const well = await house.addFeed({ destinations: [lively] });
  for (const feed of [...feeds, well]) await house.queueRun(feed);
  const begun = [await claimRun(house.ctx), await claimRun(house.ctx)].map((run) => run?.feedId);
  expect(begun).toEqual(feeds.slice(0, 2));
  // Two of a workspace at once, as long as something moves.
  expect(await claimRun(house.ctx)).toBeUndefined();
  await house.query(
    "UPDATE runs SET status = 'delivering', updated_at = now() - interval '1 minute' WHERE status = 'generating'",
  );
  expect((await claimRun(house.ctx))?.feedId).toBe(well);
  expect(await claimRun(house.ctx)).toBeUndefined();
  await house.query("UPDATE runs SET status = 'failed', lease_until = NULL WHERE feed_id = $1", [feeds[0]]);
  expect((await claimRun(house.ctx))?.feedId).toBe(feeds[2]);
});
