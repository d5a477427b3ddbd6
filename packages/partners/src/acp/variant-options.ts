/** Columns that distinguish variants like options do, with the names under which they are shown. */
const OPTION_COLUMNS = [
  ["color", "Color"],
  ["size", "Size"],
  ["material", "Material"],
  ["pattern", "Pattern"],
  ["gender", "Gender"],
  ["age_group", "Age group"],
] as const;

type OptionRow = { readonly [Column in (typeof OPTION_COLUMNS)[number][0]]?: string | undefined } & {
  readonly variant_options?: Readonly<Record<string, unknown>> | undefined;
};

/** The options of a variant, then those columns that no option repeats. */
export function optionsOf(row: OptionRow): { name: string; value: string }[] {
  const options = Object.entries(row.variant_options ?? {}).map(([name, value]) => ({ name, value: String(value) }));
  const names = new Set(options.map(({ name }) => name.trim().toLowerCase().replace("colour", "color")));
  const others = OPTION_COLUMNS.flatMap(([column, name]) => {
    const value = row[column];
    return value === undefined || names.has(name.toLowerCase()) ? [] : [{ name, value }];
  });
  return [...options, ...others];
}
