import { built } from "./built.mjs";
import { code, GENERATED, table } from "./markdown.mjs";

/** A page for each profile, with a table of the columns of each version, newest first. */
export async function renderChannels() {
  const { PROFILES } = await built("packages/profiles", "profiles/profile-list");
  const { COLUMN_TYPES } = await built("packages/contracts", "channel-profiles/column");
  const forms = Map.groupBy(new Set(Object.values(PROFILES)), ({ name }) => name);
  return Object.fromEntries(
    [...forms].map(([name, versions]) => [
      `channels/${name}.md`,
      page(
        name,
        versions.sort((a, b) => b.version.localeCompare(a.version)),
        COLUMN_TYPES,
      ),
    ]),
  );
}

const page = (name, versions, types) => `${GENERATED}
# Columns of ${code(name)}

How products become rows of this channel: [map products to a channel](../../how-to/map-a-channel.md). A rule or an override
can fill every column; a column without a field, or for an empty place of a list, also takes a custom attribute.
${code("packages/profiles/src/profiles/every-column.test.ts")} fills each column from a product and by a rule, and writes it in
every format of the profile; **Test** is how its titles begin.
${versions.map((version) => form(version, types)).join("")}`;

const form = ({ name, version, title, source, formats, columns, checks, takes_any_column }, types) => `
## ${title}

${code(`${name}@${version}`)}, ${source ? `[specification](${source})` : "our own format"}; files in ${formats.map(code).join(", ")}
([how each is written](../file-formats.md)).${takes_any_column ? " Rules can add columns: a name begins with a letter or an underscore, and has letters, digits, spaces and `. : / [ ] _ -`." : ""}${
  formats.includes("tsv") ? TSV : ""
}

${table(
  ["Column", "Required", "Source", "Format", "Limits", "Specification", "Test"],
  columns.map((column) => [
    code(column.name),
    neededFor(column, checks),
    sourceOf(column),
    types[column.type],
    limitsOf(column, checks),
    specificationOf(column, source),
    code(`${name}@${version} ${column.name}`),
  ]),
)}
`;

const TSV = `

TSV files have no quoting: a straight quotation mark at the start of a value becomes a typographic one, and tabs and line breaks
become spaces ([TSV](../file-formats.md#tsv)).`;

function neededFor({ name, required }, checks) {
  if (required) return "always";
  const needs = checks.flatMap((check) => {
    if (check.type === "required_when" && check.column === name) {
      const except = check.unless_under
        ? `, except ${check.unless_under.under.filter((one) => !/^\d+$/.test(one)).join("; ")}`
        : "";
      return [`${severityOf(check)}if ${conditionOf(check.when)}${except}${unlessOf(check)}`];
    }
    if (check.type === "one_of" && check.columns.includes(name)) {
      return [`${severityOf(check)}one of ${check.columns.map(code).join(", ")}${unlessOf(check)}`];
    }
    return [];
  });
  return needs.join("; ");
}

const conditionOf = ({ column, is }) => `${code(column)} is ${is.map(String).join(" or ")}`;
const unlessOf = ({ unless }) => (unless ? `, unless ${conditionOf(unless)}` : "");
const severityOf = ({ severity }) => (severity === "warning" ? "recommended: " : "");

const specificationOf = ({ source }, ofProfile) => {
  const link = source ?? ofProfile;
  return link ? `[${source ? "column" : "profile"}](${link})` : "";
};

function sourceOf({ name, type, from, else_from, takes_attribute, default: fallback }) {
  const attribute = `custom attribute ${code(name)}`;
  const takesOwn = from === undefined || takes_attribute || /\.\d+$/.test(from);
  const own = [from && code(from), else_from && code(else_from), takesOwn && attribute]
    .filter(Boolean)
    .join(", otherwise ");
  const made = type === "absence" ? `${own} missing` : own;
  return fallback === undefined ? made : `${made}, otherwise the channel's default ${code(fallback)}`;
}

function limitsOf(column, checks) {
  const { type, max, advised_max, items_max, at_least, at_most, units, allowed, positive, image_types, parts } = column;
  return [
    max && `${max} characters`,
    advised_max && `recommended: ${advised_max} characters`,
    items_max && `${items_max} items`,
    at_least !== undefined && `at least ${at_least}`,
    at_most !== undefined && `at most ${at_most}`,
    units &&
      Object.entries(units)
        .map(([unit, bounds]) => `${bounds.at_least} to ${bounds.at_most} ${unit}`)
        .join(", "),
    allowed && `one of ${allowed.map(code).join(", ")}`,
    positive && "above zero",
    image_types && `files of the types ${image_types.join(", ")}`,
    parts && `parts: ${parts.map(code).join(":")}`,
    ...checks.filter(({ type: rule }) => rule === "decimals" && type.endsWith("money")).map(decimalsOf),
    ...checks.filter((check) => namesColumn(check, column.name)).map(ruleOf),
    column.plain_text && "plain text",
    column.check_digit && `check digit (${column.check_digit})`,
    column.reserved_prefix && `no reserved prefix (${column.reserved_prefix})`,
    column.placeholder && `no placeholder (${column.placeholder})`,
    column.capitals && `not only in capitals (${column.capitals})`,
    ...checks
      .filter(({ type, column: name }) => type === "in_taxonomy" && name === column.name)
      .map(({ severity }) => `a category of Google's taxonomy (${severity})`),
  ]
    .filter(Boolean)
    .join("; ");
}

/** Whether a rule between columns is about this column, and not shown otherwise. */
const namesColumn = (check, name) =>
  check.type in RULES && (check.column === name || (check.columns?.includes(name) ?? false));

const decimalsOf = ({ max, severity }) => `at most ${max} decimals, zeros at the end not counted (${severity})`;

const RULES = {
  only_in: ({ countries }) => `only in ${countries.join(", ")}; left out elsewhere`,
  covers_country: ({ severity }) => `if there are any, one for the channel's country (${severity})`,
  implies: ({ needs, is }) => `only with ${code(needs)}${is === undefined ? "" : ` ${is}`}; left out otherwise`,
  same_currency: ({ as }) => `in the currency of ${code(as)}; left out otherwise`,
  base_measure: ({ measure, numbers, others }) =>
    `one of ${[...numbers, ...others].join(", ")}, with a unit of the kind of ${code(measure)}`,
  needed_in_category: ({ columns, at_least, under, countries, severity }) =>
    `${at_least ? `${at_least} of ${columns.map(code).join(", ")}` : "needed"} for ${under
      .filter((category) => !/^\d+$/.test(category))
      .join("; ")} in ${countries.join(", ")} (${severity})`,
};
const ruleOf = (check) => RULES[check.type](check);
