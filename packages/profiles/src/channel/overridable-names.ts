import { profileNamed } from "../profiles/catalogue.js";

/** The names by which a product can override a channel's values: the profile's columns and the product fields behind them. */
export const overridableNames = (profile: string): readonly string[] => [
  ...new Set(profileNamed(profile).columns.flatMap(({ name, from }) => (from === undefined ? [name] : [name, from]))),
];
