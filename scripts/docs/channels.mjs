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
${versions.map((version) => form(version, types)).join("")}`;

const form = ({ name, version, title, source, formats, columns, checks, takes_any_column }, types) => `
## ${title}

${code(`${name}@${version}`)}, ${source ? `[specification](${source})` : "our own format"}; files in ${formats.map(code).join(", ")}
([how each is written](../file-formats.md)).${takes_any_column ? " Rules can add columns with any name." : ""}${
  formats.includes("tsv") ? TSV : ""
}

${table(
  ["Column", "Required", "Source", "Format", "Limits"],
  columns.map((column) => [
    code(column.name),
    neededFor(column, checks),
    sourceOf(column),
    types[column.type],
    limitsOf(column, checks),
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
      return [`${severityOf(check)}if ${code(check.when.column)} is ${check.when.is.map(String).join(" or ")}`];
    }
    if (check.type === "one_of" && check.columns.includes(name)) {
      return [`${severityOf(check)}one of ${check.columns.map(code).join(", ")}`];
    }
    return [];
  });
  return needs.join("; ");
}

const severityOf = ({ severity }) => (severity === "warning" ? "recommended: " : "");

function sourceOf({ name, type, from, default: fallback }) {
  const attribute = `custom attribute ${code(name)}`;
  const isPlace = /\.\d+$/.test(from ?? "");
  const own = from === undefined ? attribute : isPlace ? `${code(from)}, otherwise ${attribute}` : code(from);
  const made = type === "absence" ? `${own} missing` : own;
  return fallback === undefined ? made : `${made}, otherwise the channel's default ${code(fallback)}`;
}

function limitsOf(column, checks) {
  const { max, advised_max, items_max, at_least, at_most, units, allowed, positive, image_types, parts } = column;
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
