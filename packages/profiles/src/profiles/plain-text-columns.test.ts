import { expect, test } from "@jest/globals";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { publishedCell } from "../testing/published-cell.js";
import { profileNamed } from "./profile-list.js";

/** Fields with text for people, which are in several profiles. */
const FIELDS: readonly (readonly [from: string, fields: object])[] = [
  ["item_group_title", { item_group_title: "<i>Tees</i> &amp; more" }],
  ["product_category", { product_category: "<i>Tees</i> &amp; more" }],
  ["custom_labels.0", { custom_labels: ["<i>Tees</i> &amp; more"] }],
];

const columns = CHANNEL_PROFILES.filter((profile) => profile.includes("@") && !profile.startsWith("generic")).flatMap(
  (profile) =>
    FIELDS.flatMap(([from, fields]) => {
      const column = profileNamed(profile).columns.find((one) => one.from === from && one.type === "text");
      return column === undefined ? [] : [{ profile, name: column.name, fields }];
    }),
);

test.each(columns)("$profile $name has HTML converted to text", ({ profile, name, fields }) => {
  expect(publishedCell(profile, name, fields)).toEqual({ cell: "Tees & more", issues: ["warning html_converted"] });
});

test("the fields are in the profiles of every partner", () => {
  expect(columns.length).toBeGreaterThanOrEqual(14);
});

test("each item of a list is converted, and an item without text is left out", () => {
  const product_highlights = ["<b>Soft</b>, warm", "a < b", "<br>", "Red"];
  expect(publishedCell("google_merchant", "product_highlight", { product_highlights })).toEqual({
    cell: ["Soft, warm", "a < b", "Red"],
    issues: ["warning html_converted"],
  });
  const product_details = [{ section: "General", name: "Care", value: "<b>cold</b>" }];
  expect(publishedCell("google_merchant", "product_detail", { product_details })).toEqual({
    cell: ["General:Care:cold"],
    issues: ["warning html_converted"],
  });
});
