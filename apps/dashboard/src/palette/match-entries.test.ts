import { expect, test } from "@jest/globals";
import { entriesOf, matching } from "./match-entries.js";

const ENTRIES = entriesOf({
  group: "Channels",
  path: "/channels",
  resources: [
    { id: "ch_1", name: "Shop Google" },
    { id: "ch_2", name: "Google Germany" },
    { id: "ch_3", name: "Meta" },
  ],
});

test("all words must match, in any order and case, and a name that starts with the query comes first", () => {
  expect(matching(ENTRIES, "google").map(({ href }) => href)).toEqual(["/channels/ch_2", "/channels/ch_1"]);
  expect(matching(ENTRIES, " germany GOO ").map(({ label }) => label)).toEqual(["Google Germany"]);
  expect(matching(ENTRIES, "")).toHaveLength(3);
  expect(matching(ENTRIES, "nothing")).toEqual([]);
});
