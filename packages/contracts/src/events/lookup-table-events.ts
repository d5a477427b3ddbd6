import { defineEvent } from "../define-event.js";
import { lookupTableSchema } from "../lookup-tables/lookup-table.js";
import { changeOf, example, state } from "./event-parts.js";

/** A lookup table without its rows, which may be many. */
const data = changeOf(lookupTableSchema);
const table = {
  id: "lkt_01jd0000000000000000000000",
  name: "Colors",
  row_count: 2,
  bytes: 16,
  version: 1,
  created_at: "2026-11-21T08:00:00.000Z",
  updated_at: "2026-11-21T08:00:00.000Z",
};

/** Events of lookup tables. */
export const LOOKUP_TABLE_EVENTS = [
  defineEvent({
    ...state,
    type: "lookup_table.created",
    summary: "A lookup table was created.",
    data,
    example: example(table),
  }),
  defineEvent({
    ...state,
    type: "lookup_table.updated",
    summary: "A lookup table or its rows changed.",
    data,
    example: example({ ...table, row_count: 3, bytes: 26, version: 2 }, { row_count: 2, bytes: 16 }),
  }),
  defineEvent({
    ...state,
    type: "lookup_table.deleted",
    summary: "A lookup table was deleted.",
    data,
    example: example({ ...table, version: 2 }),
  }),
] as const;
