import type { Column } from "@skucast/contracts/channel-profiles/column";
import { partNamesOf } from "@skucast/contracts/channel-profiles/item-parts";
import { type Cell, memberOf, type StoredProduct } from "./cell.js";
import { type RowIssue, warning } from "./issue.js";
import { type OtherOptions, optionsOf, otherOptionsFor } from "./variant-options.js";

/** Something that the mapping of a product's field to its column could not keep. */
interface MappingLoss {
  /** Whether a final cell still lacks it: not if a rule or an override has given another value. */
  isIn(cell: Cell): boolean;
  readonly place: number;
  readonly issue: RowIssue;
}

/** Lists the losses of a mapped row. */
type MappingLossesOf = (product: StoredProduct, cells: readonly Cell[]) => readonly MappingLoss[];

const NO_LOSSES: readonly MappingLoss[] = [];

/** Undefined if every column keeps what its product field has. `country` is that of the market. */
export function mappingLossesFor(columns: readonly Column[], country: string): MappingLossesOf | undefined {
  const otherOptions = otherOptionsFor(columns);
  const optionsFor = ({ others_only }: Column): OtherOptions => (others_only ? otherOptions : optionsOf);
  const checks = columns.flatMap((column, place) => {
    const { from = "", type } = column;
    if (from === "" || from.startsWith("custom_attributes.")) return [];
    const check =
      type === "shipping_money" ? priceLossIn(country) : partNamesOf(column) && partLossIn(column, optionsFor(column));
    return check === undefined ? [] : [{ field: from, place, name: column.name, check }];
  });
  if (checks.length === 0) return undefined;
  return (product, cells) => {
    let losses = NO_LOSSES;
    for (const { field, place, name, check } of checks) {
      if (product[field] === undefined) continue;
      const found = check(product, cells[place], product[field]);
      if (found === undefined) continue;
      losses = [...losses, { place, isIn: found.isIn, issue: warning(found.code, name, found.message) }];
    }
    return losses;
  };
}

interface Loss extends Pick<MappingLoss, "isIn"> {
  readonly code: "changed_by_format" | "invalid_value";
  readonly message: string;
}

type FindLoss = (product: StoredProduct, cell: Cell, value: unknown) => Loss | undefined;

/** A column for one price of shipping has none if there are several, or only prices for parts of the country. */
function priceLossIn(country: string): FindLoss {
  return (_product, cell, value) => {
    if (cell !== undefined || !Array.isArray(value)) return undefined;
    if (!value.some((option) => memberOf(option, "country") === country)) return undefined;
    const message = `left out: the channel takes one price for all of ${country}, and the product has several prices, or prices for regions`;
    return { code: "invalid_value", message, isIn: (final) => final === undefined };
  };
}

/** A colon in a part of an item, such as the section of a product detail, would be read as the end of the part. */
function partLossIn(column: Column, optionsIn: OtherOptions): FindLoss {
  const inner = innerOf(column);
  const separators = column.type === "shipping" ? /[:,]/ : /:/;
  const what = column.type === "shipping" ? "colons and commas" : "colons";
  const isCut = (entry: unknown, member: string): boolean => {
    const text = memberOf(entry, member);
    return typeof text === "string" && separators.test(text);
  };
  return (product, cell, value) => {
    if (!Array.isArray(cell)) return undefined;
    const cut = new Set<unknown>();
    const members = new Set<string>();
    const entries = column.type === "variant_options" ? optionsIn(product).map(([name]) => ({ name })) : listOf(value);
    for (const [place, entry] of entries.entries()) {
      for (const member of inner) {
        if (!isCut(entry, member)) continue;
        cut.add(cell[place]);
        members.add(member);
      }
    }
    if (cut.size === 0) return undefined;
    const message = `written with spaces instead of ${what} in ${[...members].join(", ")}`;
    return {
      code: "changed_by_format",
      message,
      isIn: (final) => Array.isArray(final) && final.some((item) => cut.has(item)),
    };
  };
}

/** The members of an item that must not have separators: all but the last, which may have colons. */
function innerOf(column: Column): readonly string[] {
  if (column.type === "shipping") return ["region", "service"];
  if (column.type === "variant_options") return ["name"];
  return (column.members ?? column.parts ?? []).slice(0, -1);
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
