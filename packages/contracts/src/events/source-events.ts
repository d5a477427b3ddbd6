import { z } from "zod";
import { defineEvent } from "../define-event.js";
import { IMPORT_MODES, IMPORT_STATUSES } from "../imports/import.js";
import { importCountsSchema } from "../imports/import-counts.js";
import { SOURCE_HEALTHS, SOURCE_STATUSES, SOURCE_TYPES } from "../sources/source.js";
import { changeOf, example, fact, state, withoutLarge } from "./event-parts.js";

/** Events of imports are small, like those of runs: changed products have events of their own. */
const importObject = z.object({
  id: z.string(),
  status: z.enum(IMPORT_STATUSES),
  mode: z.enum(IMPORT_MODES),
  validate_only: z.boolean(),
  counts: importCountsSchema,
  error: z.string().nullable(),
  source_id: z.string().nullable().optional().describe("The source that the file comes from."),
});
export const importChange = changeOf(withoutLarge(importObject, ["error"]));
const heldImport = importObject.extend({ hold: z.string().describe("Why the import is held.") });
export const finishedImport = {
  id: "imp_01jd0000000000000000000000",
  status: "succeeded_with_errors",
  mode: "upsert",
  validate_only: false,
  counts: { received: 1_000, created: 40, updated: 7, unchanged: 950, skipped: 0, warned: 0, invalid: 3, removed: 0 },
  error: null,
};

/** A source without its location: a URL may contain a token, and other parties receive the event. */
const sourceObject = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(SOURCE_TYPES),
  status: z.enum(SOURCE_STATUSES),
  mode: z.enum(IMPORT_MODES),
  schedule: z.record(z.string(), z.unknown()).nullable(),
  version: z.int(),
});
const sourceChange = changeOf(sourceObject);
const source = {
  id: "src_01jd0000000000000000000000",
  name: "Shop export",
  type: "url",
  status: "active",
  mode: "replace",
  schedule: { time: "02:00", time_zone: "Europe/Berlin" },
  version: 1,
};
const sourceHealth = z.object({
  id: z.string(),
  name: z.string(),
  health: z.enum(SOURCE_HEALTHS),
  import_id: z.string(),
  error: z.string().nullable(),
});
const healthChange = changeOf(withoutLarge(sourceHealth, ["error"]));
const failingSource = {
  id: source.id,
  name: source.name,
  health: "failing",
  import_id: finishedImport.id,
  error: "The host answered 503 Service Unavailable.",
};

/** Events of sources and their imports. */
export const SOURCE_EVENTS = [
  defineEvent({
    ...fact,
    type: "import.held",
    summary:
      "An import of a source would remove or change more than the source allows. It is held until someone releases or discards it.",
    data: changeOf(withoutLarge(heldImport, ["error", "hold"])),
    example: example({
      ...finishedImport,
      status: "held",
      mode: "replace",
      source_id: source.id,
      hold: "The file lacks 400 of 1000 products (such as MUG-1, MUG-2, MUG-3, MUG-4, MUG-5), which would be removed: more than 20 % (max_removal_percent).",
    }),
  }),
  defineEvent({
    ...state,
    type: "source.created",
    summary: "A source was created.",
    data: sourceChange,
    example: example(source),
  }),
  defineEvent({
    ...state,
    type: "source.updated",
    summary: "A source changed. Its runs have events of their own.",
    data: sourceChange,
    example: example({ ...source, status: "paused", version: 2 }, { status: "active" }),
  }),
  defineEvent({
    ...state,
    type: "source.deleted",
    summary: "A source was deleted.",
    data: sourceChange,
    example: example({ ...source, version: 3 }),
  }),
  defineEvent({
    ...fact,
    type: "source.failed",
    summary: "A run of a source failed after a successful one. Sent once until the source works again.",
    data: healthChange,
    example: example(failingSource, { health: "ok" }),
  }),
  defineEvent({
    ...fact,
    type: "source.recovered",
    summary: "A source works again after a failure.",
    data: healthChange,
    example: example({ ...failingSource, health: "ok", error: null }, { health: "failing" }),
  }),
] as const;
