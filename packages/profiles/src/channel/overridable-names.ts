import { chosenProfile, type ProfileChoice } from "../profiles/profile-of.js";

/** Fields that affect the price and sale columns, although no column is made of them alone. */
const PRICE_FIELDS = ["price_currency", "sale_price_starts_at", "sale_price_ends_at"];

/** The names that a product's override may use: the profile's columns and the product fields behind them. */
export const overridableNames = (choice: ProfileChoice): readonly string[] => [
  ...new Set([
    ...chosenProfile(choice).columns.flatMap(({ name, from, else_from }) =>
      [name, from, else_from].filter((each) => each !== undefined),
    ),
    ...PRICE_FIELDS,
  ]),
];
