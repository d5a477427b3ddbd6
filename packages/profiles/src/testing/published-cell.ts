import type { CHANNEL_PROFILES } from "@skucast/contracts/channels/channel";
import { compileChannel } from "../channel/compile-channel.js";
import { COMPLETE_PRODUCT } from "./complete-product.js";

const NOW = new Date("2026-11-21T12:00:00Z");
const MARKET = { country: "US", currency: "USD", language: "en" };

/** A column's cell and its issues, for a complete product with other fields. */
export function publishedCell(profile: (typeof CHANNEL_PROFILES)[number], name: string, fields: object) {
  const compiled = compileChannel({ id: "ch_1", profile, market: MARKET, defaults: {}, rules: [] }, NOW);
  const { cells, issues } = compiled.map({ ...COMPLETE_PRODUCT, ...fields });
  return {
    cell: cells[compiled.columns.findIndex((column) => column.name === name)],
    issues: issues.filter(({ field }) => field === name).map(({ code, severity }) => `${severity} ${code}`),
  };
}
