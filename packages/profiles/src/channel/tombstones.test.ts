import { describe, expect, test } from "@jest/globals";
import { profileDefinitionSchema } from "@skucast/contracts/channel-profiles/channel-profile";
import { PROFILES } from "../profiles/profile-list.js";
import { readRows } from "../testing/read-file.js";
import { writeFile } from "../testing/write-file.js";
import { deltaColumnsOf, idPlaceOf, tombstoneRow } from "./tombstones.js";

const profiles = [...new Set(Object.values(PROFILES))].map((profile) => profileDefinitionSchema.parse(profile));
const withTombstone = profiles.filter(({ tombstone }) => tombstone);
const FILES = withTombstone.flatMap((profile) =>
  profile.formats.map((format) => [profile.name, format, profile] as const),
);

test.each(profiles.map((profile) => [`${profile.name}@${profile.version}`, profile] as const))(
  "%s has one column for the product's id, made from the SKU",
  (_name, { columns }) => {
    expect(columns.filter(({ from }) => from === "sku")).toEqual([columns[idPlaceOf(columns)]]);
  },
);

test("a profile without tombstones has no column for them", () => {
  expect(deltaColumnsOf(PROFILES.google_merchant)).toBe(PROFILES.google_merchant.columns);
});

describe("a tombstone", () => {
  test.each(FILES)(
    "of %s in %s is read as only the id and the mark, and other rows have no mark",
    async (_name, format, profile) => {
      const columns = deltaColumnsOf(profile);
      const place = idPlaceOf(columns);
      const id = columns[place]?.name ?? "";
      const row = columns.map((_column, i) => (i === place ? "LIVE" : undefined));
      const file = writeFile(format, columns, [row, tombstoneRow(profile, 'GONE "1"')]);
      const [live, gone, ...others] = await readRows(format, file);
      const mark = profile.tombstone?.column.name ?? "";
      const isText = format === "csv" || format === "tsv" || format === "xml_rss";
      expect([live, gone, others]).toEqual([
        { [id]: "LIVE" },
        { [id]: 'GONE "1"', [mark]: isText ? String(profile.tombstone?.value) : profile.tombstone?.value },
        [],
      ]);
    },
  );
});
