import { REASONS_COLUMN } from "@skucast/contracts/imports/report";
import type { CorrectionPlan, FaultyRow, FaultyRows } from "./correction-format.js";
import { escaped } from "./escape-xml.js";

type Members = Readonly<Record<string, unknown>>;

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** RSS elements that are not Google's. */
const PLAIN: ReadonlySet<string> = new Set(["item", "title", "link", "description", REASONS_COLUMN]);

/** RSS with Google's fields, or the elements on the path of the rows in the file. */
export async function* xmlCorrections({ rows: path }: CorrectionPlan, rows: FaultyRows): AsyncGenerator<string> {
  const names = path?.split("/").filter(Boolean) ?? ["rss", "channel", "item"];
  const item = names.at(-1) ?? "item";
  const outer = names.slice(0, -1);
  const nameOf = path === undefined ? googleName : (name: string) => name;
  const isRss = path === undefined;
  yield DECLARATION +
    outer.map((name) => (isRss && name === "rss" ? `<rss version="2.0" xmlns:g="${GOOGLE}">` : `<${name}>`)).join("");
  for await (const some of rows) yield some.map((row) => `\n${element(item, membersOf(row), nameOf)}`).join("");
  yield `\n${outer
    .toReversed()
    .map((name) => `</${name}>`)
    .join("")}\n`;
}

const GOOGLE = "http://base.google.com/ns/1.0";
const googleName = (name: string): string => (PLAIN.has(name) ? name : `g:${name}`);

function membersOf({ content, reasons }: FaultyRow): Members {
  const { [REASONS_COLUMN]: _former, ...members } = "members" in content ? content.members : { ...content };
  return { [REASONS_COLUMN]: reasons, ...nested(members) };
}

/** Members whose names are paths, as members of inner elements: `stock/quantity`, `stock/price@currency`. */
function nested(members: Members): Members {
  const tree: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(members)) {
    const names = path.split("/");
    let at = tree;
    for (const name of names.slice(0, -1)) {
      const inner = at[name];
      const next: Record<string, unknown> = isMembers(inner) ? { ...inner } : {};
      at[name] = next;
      at = next;
    }
    at[names.at(-1) ?? ""] = value;
  }
  return tree;
}

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** An element with its attributes, which are members such as `@sku` of itself or `price@currency` of its parent. */
function element(
  name: string,
  value: unknown,
  nameOf: (name: string) => string,
  attributes: readonly (readonly [string, unknown])[] = [],
): string {
  const own = isMembers(value) ? Object.entries(value).filter(([key]) => key.startsWith("@")) : [];
  const tag = nameOf(name);
  const texts = [...attributes, ...own.map(([key, text]) => [key.slice(1), text] as const)];
  const start = `<${tag}${texts.map(([key, text]) => ` ${key}="${escaped(String(text))}"`).join("")}>`;
  return `${start}${isMembers(value) ? inside(value, nameOf) : escaped(textOf(value))}</${tag}>`;
}

function inside(members: Members, nameOf: (name: string) => string): string {
  const entries = Object.entries(members);
  const attributesOf = (name: string) =>
    entries
      .filter(([key]) => key.startsWith(`${name}@`))
      .map(([key, text]) => [key.slice(name.length + 1), text] as const);
  return entries
    .filter(([key]) => !key.includes("@"))
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one: unknown) => element(name, one, nameOf, attributesOf(name))),
    )
    .join("");
}

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
