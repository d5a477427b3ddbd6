import { expect, test } from "@jest/globals";
import { attentionItems, type WorkspaceState } from "./attention.js";

const NOTHING: WorkspaceState = {
  feeds: [],
  endpoints: [],
  destinations: [],
  sources: [],
  channels: [],
  withoutAccess: [],
};
const feedWith = (status: "held" | "succeeded") => ({ feed: { name: "Nightly" }, runs: [{ id: "run_1", status }] });

test("a workspace without problems needs no attention", () => {
  const endpoint = { id: "whe_1", url: "https://a.example/", status: "active", failing_since: null } as const;
  const state = { ...NOTHING, feeds: [feedWith("succeeded")], endpoints: [endpoint] };
  expect(attentionItems(state)).toEqual([]);
  expect(attentionItems({ ...NOTHING, channels: [{ id: "ch_1", name: "C", invalid: 0 }] })).toEqual([]);
});

test("what partners do not get comes before products that are left out, each with its next action", () => {
  const items = attentionItems({
    feeds: [feedWith("held")],
    endpoints: [{ id: "whe_1", url: "https://a.example/", status: "disabled", failing_since: null }],
    destinations: [
      {
        id: "dst_1",
        name: "Partner",
        last_test: { at: "2026-11-26T00:00:00Z", status: "failed", failed_step: "login" },
      },
    ],
    withoutAccess: [{ id: "feed_1", name: "Prices" }],
    sources: [{ id: "src_1", name: "Shop", health: "failing" }],
    channels: [{ id: "ch_1", name: "Google", invalid: 1_050 }],
  });
  expect(items.map(({ to, tone }) => [to, tone])).toEqual([
    ["/runs/run_1", "bad"],
    ["/feeds/feed_1", "bad"],
    ["/destinations/dst_1", "bad"],
    ["/webhooks/whe_1", "bad"],
    ["/sources/src_1", "warn"],
    ["/channels/ch_1", "warn"],
  ]);
  expect(items.at(-1)?.text).toContain("1,050 products");
});
