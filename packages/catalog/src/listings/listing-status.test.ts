import { expect, test } from "@jest/globals";
import { listingStatus } from "./listing-status.js";

const day = (n: number): Date => new Date(Date.UTC(2026, 0, n));
const run = (live: number | null, held: number | null = null) => ({
  channelId: "ch_1",
  liveFrom: live === null ? null : day(live),
  liveAt: live === null ? null : new Date(day(live).getTime() + 60_000),
  heldFrom: held === null ? null : day(held),
});
const facts = { isExcluded: false, isValid: true, changedAt: day(5), validSince: day(2), publications: [run(6)] };

test.each([
  ["a good run started after the change", {}, "published", 6],
  ["a good run started at the time of the change", { publications: [run(5)] }, "published", 5],
  ["the last good run started before the change: an earlier row is live", { publications: [run(4)] }, "pending", 4],
  ["the last good run started before the first valid row", { publications: [run(1)] }, "pending", null],
  ["nothing ever ran", { publications: [run(null)] }, "pending", null],
  ["the channel has no feed", { publications: [] }, "pending", null],
  ["a held run contains the row", { publications: [run(4, 7)] }, "held", 4],
  ["a held run started before the change", { publications: [run(4, 4)] }, "pending", 4],
  ["one of two feeds has published the row", { publications: [run(4, 7), run(6)] }, "published", 6],
  ["the row is invalid now and was live before", { isValid: false, publications: [run(4)] }, "invalid", 4],
  ["the row was never valid", { isValid: false, validSince: null }, "invalid", null],
  ["the product is excluded", { isExcluded: true }, "excluded", null],
])("%s", (_title, change, status, publishedOn) => {
  const result = listingStatus({ ...facts, ...change });
  const lastPublishedAt = publishedOn === null ? null : new Date(day(publishedOn).getTime() + 60_000);
  expect(result).toEqual({ status, lastPublishedAt });
});
