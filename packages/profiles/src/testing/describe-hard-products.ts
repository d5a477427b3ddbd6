import { describe, expect, test } from "@jest/globals";
import { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import type { Cell, StoredProduct } from "../channel/cell.js";
import { type ChannelDefinition, compileChannel } from "../channel/compile-channel.js";
import { PROFILES } from "../profiles/profile-list.js";
import { complaintsAbout } from "./accepts-row.js";
import { hardProducts } from "./hard-products.js";
import { readRows } from "./read-file.js";
import { writeFile } from "./write-file.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const DEFAULTS: ChannelDefinition["defaults"] = {
  seller_name: "Acme Store",
  seller_url: "https://shop.example.com",
  return_policy: "https://shop.example.com/returns",
  return_window_days: 30,
  accepts_returns: true,
  is_eligible_search: true,
  is_eligible_checkout: false,
  target_countries: ["US", "CA"],
  store_country: "US",
};

function channelOf(profile: ChannelDefinition["profile"]): ChannelDefinition {
  const market = { country: "US", currency: "USD", language: "de" };
  return { id: "ch_1", profile, market, defaults: DEFAULTS, rules: [] };
}

/** Maps products that are hard to write, in every profile and format, and reads the files with independent libraries. */
export function describeHardProducts(productCount: number): void {
  const products: readonly StoredProduct[] = [...hardProducts(productCount)];

  describe.each(CHANNEL_PROFILES.filter((name) => name.includes("@")))("%s", (profile) => {
    const channel = compileChannel(channelOf(profile), NOW);
    const mapped = products.map((product) => ({ sku: String(product.sku), ...channel.map(product) }));
    const written = mapped.filter(({ isValid }) => isValid);
    const invalid = mapped.filter(({ isValid }) => !isValid);
    const idColumn = PROFILES[profile].columns.find(({ from }) => from === "sku")?.name ?? "";

    test("accepts some of the hard products and rejects others, each with a reason", () => {
      expect(written.length + invalid.length).toBe(productCount);
      expect(written.length).toBeGreaterThan(productCount / 10);
      expect(invalid.length).toBeGreaterThan(productCount / 10);
      for (const { issues } of invalid) expect(issues.some(({ severity }) => severity === "error")).toBe(true);
    });

    test.each(PROFILES[profile].formats)(
      "as %s: an independent reader finds every row complete, in order and valid",
      async (format) => {
        const rows = await readRows(format, writeFile(format, channel.columns, cellsOf(written)));
        expect(rows.map((row) => row[idColumn])).toEqual(written.map(({ sku }) => sku.replace(/\s+$/, "")));
        const complaints = rows.flatMap((row) => complaintsAbout(row, channel.columns));
        expect(complaints.slice(0, 10)).toEqual([]);
      },
    );

    test.each(["csv", "jsonl"] as const)(
      "as %s: every plain value of every row is read as it was mapped, and no other",
      async (format) => {
        const rows = await readRows(format, writeFile(format, channel.columns, cellsOf(written)));
        const differences: string[] = [];
        for (const [at, { cells, sku }] of written.entries()) {
          for (const [place, { name }] of channel.columns.entries()) {
            const cell = cells[place];
            const read = rows[at]?.[name];
            const isMissing = cell === undefined || cell === "";
            if (isMissing !== (read === undefined))
              differences.push(`${sku} ${name}: ${isMissing ? "made up" : "lost"}`);
            else if (!isMissing && isPlain(cell) && String(read) !== cell)
              differences.push(`${sku} ${name}: ${String(read)}`);
          }
        }
        expect(differences.slice(0, 10)).toEqual([]);
      },
    );
  });
}

const cellsOf = (rows: readonly { cells: readonly Cell[] }[]) => rows.map(({ cells }) => cells);

/** Text from which a writer removes nothing. */
const isPlain = (cell: Cell): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  typeof cell === "string" && cell.isWellFormed() && !/[\u0000-\u001f\u007f-\u009f\ufeff\ufffe\uffff]/.test(cell);
