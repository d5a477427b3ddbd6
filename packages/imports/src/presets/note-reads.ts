import { setOwn } from "../xml/set-own.js";
import type { Members } from "./preset.js";

/** A record of which it is noted what is read. */
export interface NotedRecord {
  /** The record as it is. Values in it that are objects note what is read of them. */
  readonly view: Members;
  /** The same view of an object in the record. */
  viewOf<Inner extends object>(inner: Inner): Inner;
  /** A row that was built from the view, with the objects themselves. What is in it counts as read. */
  rowOf(built: Members): Record<string, unknown>;
  /** The members of an object that were read; undefined if it was not looked into. */
  readIn(holder: object): ReadonlySet<string> | undefined;
  /** Whether an object was taken as a whole. */
  wasTaken(holder: object): boolean;
}

/** Notes which members of a record are read, so that the others can be reported. Runs for every record, so it is flat. */
export function noteReads(record: Members): NotedRecord {
  const views = new Map<object, object>();
  const originals = new Map<object, object>();
  const reads = new Map<object, Set<string>>();
  const whole = new Set<object>();

  const handler: ProxyHandler<object> = {
    get(holder, name) {
      const value = (holder as Readonly<Record<string | symbol, unknown>>)[name];
      if (typeof name === "symbol" || typeof value === "function") return value;
      const noted = reads.get(holder);
      if (noted === undefined) reads.set(holder, new Set<string>().add(name));
      else noted.add(name);
      return isObject(value) ? viewOf(value) : value;
    },
  };

  function viewOf<Inner extends object>(inner: Inner): Inner {
    const known = views.get(inner);
    if (known !== undefined) return known as Inner;
    const view = new Proxy<object>(inner, handler);
    views.set(inner, view);
    originals.set(view, inner);
    return view as Inner;
  }

  function taken(value: unknown): unknown {
    if (!isObject(value)) return value;
    const original = originals.get(value);
    if (original !== undefined) {
      whole.add(original);
      return original;
    }
    if (Array.isArray(value)) return value.some(isObject) ? value.map(taken) : value;
    return rowOf(value as Members);
  }

  function rowOf(built: Members): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (const name of Object.keys(built)) setOwn(row, name, taken(built[name]));
    return row;
  }

  return {
    view: viewOf(record),
    viewOf,
    rowOf,
    readIn: (holder) => reads.get(holder),
    wasTaken: (holder) => whole.has(holder),
  };
}

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
