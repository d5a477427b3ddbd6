import { JSONParser } from "@streamparser/json";
import { productScore } from "../recognize-product.js";
import { createDepthCounter, JSON_LEVELS_MAX } from "./json-objects.js";
import { pathOf } from "./row-path.js";

/** Rows are not below more levels than these, nor below longer names, whose length each value costs. */
const LEVELS_MAX = 16;
const NAMES_LENGTH_MAX = 1_000;
/** Lists that are looked at. */
const LISTS_MAX = 1_000;

/** An object whose members are objects, as far as it has been read. */
interface Container {
  readonly path: readonly string[];
  /** The names in each of its members. */
  readonly names: (readonly string[])[];
  /** Whether a member is not an object, or has none that is not an object itself. */
  isMixed: boolean;
  isNested: boolean;
}

/** An array that is in no other one, with its first object, if that has been read completely. */
interface List {
  readonly path: readonly string[];
  first: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The path of the rows in a JSON file, found in its beginning: the array that is in no other one and contains objects, or
 * the outermost object whose members are objects with the same names, such as products by SKU. Of several arrays, such as
 * links, categories and products, the one with the most fields of products.
 */
export function findJsonRows(text: string): string | undefined {
  const containers = new Map<string, Container>();
  const lists = new Map<string, List>();
  const parser = new JSONParser({ keepStack: false });
  parser.onValue = ({ value, key, stack }) => {
    if (stack.length > LEVELS_MAX) return;
    const keys = [...stack.slice(1).map((level) => level.key), key];
    if (keys.reduce<number>((sum, one) => sum + lengthOf(one), -lengthOf(key)) > NAMES_LENGTH_MAX) return;
    const place = keys.findIndex((one) => typeof one === "number");
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (place >= 0) {
      if (isObject) noteItem(lists, keys.slice(0, place).map(String), keys.length === place + 1 ? value : undefined);
      return;
    }
    if (typeof key === "string") noteMember(containers, keys.slice(0, -1).map(String), isObject ? value : undefined);
  };
  const depthAfter = createDepthCounter();
  parser.onToken = (token) => {
    if (depthAfter(token) > JSON_LEVELS_MAX) throw new Error("the file is nested too deeply to have rows");
  };
  parser.onError = () => undefined;
  try {
    parser.write(text);
  } catch {
    // Only the beginning of the file was read, so the JSON is incomplete.
  }
  const array = bestOf([...lists.values()]);
  const byKey = [...containers.values()]
    .filter((container) => hasRows(container, array === undefined))
    .sort((a, b) => a.path.length - b.path.length)[0]?.path;
  const found = array === undefined || (byKey && isAbove(byKey, array)) ? byKey : array;
  return found && pathOf(found);
}

const lengthOf = (key: unknown): number => (typeof key === "string" ? key.length : 0);

function noteItem(lists: Map<string, List>, path: readonly string[], item: object | undefined): void {
  const at = JSON.stringify(path);
  if (lists.size >= LISTS_MAX && !lists.has(at)) return;
  const list = lists.get(at) ?? { path, first: undefined };
  lists.set(at, list);
  list.first ??= item as List["first"];
}

/** An object that has not been read completely counts more than one that is no product, and less than a product. */
const UNREAD = 1;

function bestOf(lists: readonly List[]): readonly string[] | undefined {
  if (lists.length < 2) return lists[0]?.path;
  const scored = lists.map(({ path, first }) => ({ path, score: first === undefined ? UNREAD : productScore(first) }));
  return scored.reduce((one, other) => (other.score > one.score ? other : one)).path;
}

function noteMember(containers: Map<string, Container>, path: readonly string[], member: object | undefined): void {
  const at = JSON.stringify(path);
  const container = containers.get(at) ?? { path, names: [], isMixed: false, isNested: false };
  containers.set(at, container);
  if (member === undefined) {
    container.isMixed = true;
    return;
  }
  container.names.push(Object.keys(member));
  container.isNested ||= Object.values(member).every((value) => typeof value === "object" && value !== null);
}

/** Whether the members are rows: several with mostly the same names, or a single one if nothing else has rows. */
function hasRows({ names, isMixed, isNested }: Container, isOnly: boolean): boolean {
  const [first = [], ...others] = names;
  if (isMixed || first.length === 0) return false;
  if (others.length === 0) return isOnly && !isNested;
  const known = new Set(first);
  return others.every(
    (other) => other.filter((name) => known.has(name)).length * 2 >= Math.min(other.length, known.size),
  );
}

const isAbove = (path: readonly string[], inner: readonly string[]): boolean =>
  path.length < inner.length && path.every((name, i) => name === inner[i]);
