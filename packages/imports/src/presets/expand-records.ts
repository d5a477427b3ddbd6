import type { RawRow } from "../row.js";
import { isObject, type NotedRecord, noteReads } from "./note-reads.js";
import type { Members } from "./preset.js";
import { UNREAD, VARIANTS } from "./unread-columns.js";

/** What a preset makes of the records of its shop. */
export interface Expansion {
  /** The products in a record that are sold: objects in it, or itself; another object stands for none. */
  variantsOf(record: Members): readonly Members[];
  /** The row of a variant. What it reads of the record is noted. */
  rowOf(record: Members, variant: Members): Members;
}

/** Rows of a document in which each record is a product with its variants. One without variants counts as skipped. */
export async function* expandRecords(
  source: AsyncIterable<readonly RawRow[]>,
  expansion: Expansion,
): AsyncGenerator<readonly RawRow[]> {
  const rowsOf = (row: RawRow): readonly RawRow[] => {
    if (row.members === undefined) return [row];
    const expanded = expandRecord(row.members, expansion);
    if (expanded.isSkipped) return [{ line: row.line, members: expanded.rows[0] ?? {}, isSkipped: true }];
    return expanded.rows.map((members, place) => ({ line: row.line, ...(place > 0 && { place }), members }));
  };
  for await (const rows of source) yield rows.flatMap(rowsOf);
}

/**
 * The rows of a record, with what was not read of it as columns of their own: of a variant in its row, of the rest of the
 * record in the first one. A record without variants has one row, without a SKU.
 */
export function expandRecord(
  record: Members,
  { variantsOf, rowOf }: Expansion,
): { readonly rows: readonly Members[]; readonly isSkipped: boolean } {
  const variants = variantsOf(record);
  const noted = noteReads(record);
  const isSkipped = variants.length === 0;
  const rows = (isSkipped ? [NO_VARIANT] : variants).map((variant) =>
    noted.rowOf(rowOf(noted.view, noted.viewOf(variant))),
  );
  for (const row of isSkipped ? rows : []) delete row.sku;
  addUnread({ record, noted, variants, rows });
  return { rows, isSkipped };
}

const NO_VARIANT: Members = {};

/** An object with more members that were not read is one column: their names may be ids. */
const MEMBERS_MAX = 50;
/** The members of a connection in the answers of GraphQL. */
const AROUND_NODES: ReadonlySet<string> = new Set(["edges", "nodes", "node"]);
/** What is nested more deeply is part of the column of the member around it. */
const NAMES_MAX = 2;

type Row = Record<string, unknown>;

interface Expanded {
  readonly record: Members;
  readonly noted: NotedRecord;
  readonly variants: readonly Members[];
  readonly rows: readonly Row[];
}

/** Adds the columns of what was not read to the rows. Runs for every member of a record, so it is flat. */
function addUnread({ record, noted, variants, rows: [first = {}, ...others] }: Expanded): void {
  const rowOf = new Map<unknown, Row>(variants.map((variant, place) => [variant, others[place - 1] ?? first]));
  const around = holdersOf(record, rowOf);

  function collect(holder: object, row: Row, { path, names }: Place): void {
    const read = noted.readIn(holder);
    const isList = Array.isArray(holder);
    for (const [name, value] of Object.entries(holder)) {
      if (isEmpty(value)) continue;
      const inner = isList || names === NAMES_MAX ? { path, names } : { path: `${path}/${name}`, names: names + 1 };
      if (!isObject(value)) {
        if (read?.has(name) !== true) addValue(row, inner.path, value);
        continue;
      }
      const own = rowOf.get(value);
      if (own !== undefined) collect(value, own, OF_VARIANTS);
      else if (around.has(value) || (read?.has(name) === true && noted.readIn(value) !== undefined))
        collect(value, row, AROUND_NODES.has(name) ? { path, names } : inner);
      else if (!noted.wasTaken(value)) addWhole(row, inner, { value, isInList: isList });
    }
  }

  collect(record, first, OF_RECORD);
}

/** The path of an object, and how many names it has. */
interface Place {
  readonly path: string;
  readonly names: number;
}
const OF_RECORD: Place = { path: UNREAD, names: 0 };
const OF_VARIANTS: Place = { path: VARIANTS, names: 0 };

/** Adds an object that was not read. One in a list has the columns of the others in the list. */
function addWhole(
  row: Row,
  { path, names }: Place,
  { value, isInList }: { readonly value: object; readonly isInList: boolean },
): void {
  const isDivided = isInList && !Array.isArray(value) && names < NAMES_MAX;
  const inner = isDivided ? Object.entries(value).filter(([, one]) => !isEmpty(one)) : [];
  if (inner.length > 0 && inner.length <= MEMBERS_MAX)
    for (const [name, one] of inner) addValue(row, `${path}/${name}`, one);
  else addValue(row, path, value);
}

function addValue(row: Row, column: string, value: unknown): void {
  const before = row[column];
  if (before === undefined) row[column] = value;
  else if (before instanceof Values) before.push(value);
  else row[column] = Values.of(before, value);
}

/** The values of one column, as opposed to a value that is a list. */
class Values extends Array<unknown> {}

/** The objects and lists in which variants are. */
function holdersOf(record: object, variants: ReadonlyMap<unknown, unknown>): ReadonlySet<object> {
  const holders = new Set<object>();
  let open = variants.size;
  function holds(value: object): boolean {
    let isFound = false;
    for (const inner of Object.values(value)) {
      if (open === 0) break;
      if (!isObject(inner)) continue;
      if (variants.has(inner)) {
        open -= 1;
        isFound = true;
      } else if (holds(inner)) isFound = true;
    }
    if (isFound) holders.add(value);
    return isFound;
  }
  if (!variants.has(record)) holds(record);
  return holders;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  return isObject(value) && Object.keys(value).length === 0;
}
