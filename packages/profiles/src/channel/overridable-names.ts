import { profileNamed } from "../profiles/catalogue.js";

/** Fields that decide about the columns of the price and its sale, although no column is made of them alone. */
const PRICE_FIELDS = ["price_currency", "sale_price_starts_at", "sale_price_ends_at"];

/** The names by which a product can override a channel's values: the profile's columns and the product fields behind them. */
export const overridableNames = (profile: string): readonly string[] => [
  ...new Set([
    ...profileNamed(profile).columns.flatMap(({ name, from }) => (from === undefined ? [name] : [name, from])),
    ...PRICE_FIELDS,
  ]),
];
