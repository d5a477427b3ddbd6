import { z } from "zod";
import { boundToSchema } from "../bound-to.js";
import { serverFields, sftpFields } from "../destinations/destination-types.js";
import { idSchema } from "../ids.js";
import { IMPORT_STATUSES } from "../imports/import.js";
import { importMappingPatchSchema } from "../imports/mapping.js";
import { LIMITS } from "../limits.js";
import { listOf, pageQuery, resourceFields, validateOnlyQuery } from "../list.js";
import { schedulePatchSchema, scheduleSchema } from "../schedules/schedule.js";
import { nameText, text } from "../text.js";
import { requestUrlSchema } from "../url.js";
import { effectFields, readingFields } from "./reading.js";
import { AUTH_TYPES_OF, sourceAuthPatchSchema, sourceAuthSchema, sourceAuthShown } from "./source-auth.js";

export const SOURCE_TYPES = ["url", "sftp"] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];
export const SOURCE_STATUSES = ["active", "paused"] as const;
export const SOURCE_HEALTHS = ["new", "ok", "held", "failing"] as const;
export type SourceHealth = (typeof SOURCE_HEALTHS)[number];

// Not \P{Cc}, which JSON Schema validators treat differently.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression rejects them
const FILE = /^(?!.*(^|\/)\.{1,2}(\/|$))(?!.*\/$)[^\u0000-\u001f\u007f-\u009f]+$/;

const { host, port, username } = serverFields;
const { host_keys } = sftpFields;

/** Where the file is fetched from; the type decides which of these fields exist. */
const location = {
  url: requestUrlSchema,
  host,
  port,
  username,
  host_keys: host_keys.describe(
    "Pinned host keys. Nothing is sent to a host with another key, or while no key is pinned. The error of a run shows " +
      "the host's key; verify it with the host's operator before you add it here.",
  ),
  path: z
    .string()
    .max(500)
    .regex(FILE, "must be the path of a file such as /export/products.csv, without . or .. segments"),
};
export const LOCATION_NAMES = { url: ["url"], sftp: ["host", "port", "username", "host_keys", "path"] } as const;

const own = {
  name: text(200),
  status: z.enum(SOURCE_STATUSES),
  schedule: scheduleSchema.nullable().describe("When the file is fetched; null: only on request."),
};

/** The fields that each type of source requires. */
const REQUIRED = { url: ["url"], sftp: ["host", "username", "path", "auth"] } as const;

interface Located {
  readonly type: SourceType;
  readonly auth?: { readonly type: string } | undefined;
}

/** Reports fields that the source's type requires and fields that belong to the other type. */
function checkLocation(source: Located, context: z.core.$RefinementCtx): void {
  const given = new Map<string, unknown>(Object.entries(source));
  const { type } = source;
  for (const name of REQUIRED[type]) {
    if (given.get(name) !== undefined) continue;
    context.addIssue({
      code: "custom",
      path: [name],
      message: `is required for type ${type}`,
      params: { code: "required" },
    });
  }
  const other = type === "url" ? "sftp" : "url";
  for (const name of LOCATION_NAMES[other]) {
    if (given.get(name) === undefined) continue;
    const message = `belongs to a source of type ${other}`;
    context.addIssue({ code: "custom", path: [name], message, params: { code: "not_allowed" } });
  }
  const legal: readonly string[] = AUTH_TYPES_OF[type];
  if (source.auth === undefined || legal.includes(source.auth.type)) return;
  const message = `must be ${legal.join(", ")} for type ${type}`;
  context.addIssue({ code: "custom", path: ["auth", "type"], message, params: { code: "not_allowed" } });
}

export const sourceCreateSchema = z
  .strictObject({
    ...own,
    name: nameText(200),
    type: z.enum(SOURCE_TYPES).default("url"),
    status: own.status.default("active"),
    schedule: own.schedule.default({ time: "02:00", time_zone: "UTC" }),
    url: location.url.optional(),
    host: location.host.optional(),
    port: location.port.optional().describe("Default: 22."),
    username: location.username.optional(),
    host_keys: location.host_keys.optional(),
    path: location.path.optional(),
    auth: sourceAuthSchema.optional().describe("For type url, the default is none."),
    ...readingFields,
    guess: readingFields.guess.default(true),
    strict: readingFields.strict.default(false),
    ...effectFields,
    mode: effectFields.mode.default("upsert"),
    missing: effectFields.missing.default("archive"),
    max_removal_percent: effectFields.max_removal_percent.default(LIMITS.importRemovalPercentDefault),
    max_change_percent: effectFields.max_change_percent.default(null),
  })
  .superRefine(checkLocation);
export type SourceCreate = z.output<typeof sourceCreateSchema>;

const {
  format,
  preset,
  empty_cells,
  fill_down,
  fill_down_within,
  combine,
  decimal,
  dates,
  encoding,
  delimiter,
  rows,
  sheet,
} = readingFields;
/** Merge patch (RFC 7396) of a source; null removes a reading option. */
export const sourcePatchSchema = z
  .strictObject({
    ...own,
    name: nameText(200),
    schedule: schedulePatchSchema.nullable(),
    ...location,
    auth: sourceAuthPatchSchema,
    ...effectFields,
    guess: readingFields.guess,
    strict: readingFields.strict,
    mapping: importMappingPatchSchema.nullable().describe("Members of an entry are merged; null removes an entry."),
    format: format.unwrap().nullable(),
    preset: preset.unwrap().nullable(),
    empty_cells: empty_cells.unwrap().nullable(),
    fill_down: fill_down.unwrap().nullable(),
    fill_down_within: fill_down_within.unwrap().nullable(),
    combine: combine.unwrap().nullable(),
    decimal: decimal.unwrap().nullable(),
    dates: dates.unwrap().nullable(),
    encoding: encoding.unwrap().nullable(),
    delimiter: delimiter.unwrap().nullable(),
    rows: rows.unwrap().nullable(),
    sheet: sheet.unwrap().nullable(),
  })
  .partial();
export type SourcePatch = z.output<typeof sourcePatchSchema>;

export const sourceSchema = z
  .object({
    id: z.string(),
    type: z.enum(SOURCE_TYPES),
    ...own,
    url: z.string().optional(),
    host: location.host.optional(),
    port: location.port.optional(),
    username: location.username.optional(),
    host_keys: location.host_keys.optional(),
    path: location.path.optional(),
    auth: sourceAuthShown,
    ...readingFields,
    mapping: z.record(z.string(), z.unknown()).optional(),
    ...effectFields,
    health: z
      .enum(SOURCE_HEALTHS)
      .describe(
        "new: not fetched yet. ok: the last run succeeded. held: an import waits for release. failing: the last run failed, or its file broke off after rows that were imported.",
      ),
    last_error: z.string().nullable().describe("Why the source is failing; null if it is not."),
    bound_to: boundToSchema,
    failing_since: z.iso.datetime().nullable(),
    last_checked_at: z.iso.datetime().nullable().describe("When the host last answered."),
    last_import: z
      .object({ id: z.string(), status: z.enum(IMPORT_STATUSES) })
      .nullable()
      .describe("The newest import of its file. A scheduled run with an unchanged file creates no import."),
    next_run_at: z.iso.datetime().nullable().describe("Null without a schedule, and while the source is paused."),
    ...resourceFields,
  })
  .meta({ id: "Source" });
export type Source = z.output<typeof sourceSchema>;

export const sourceParams = z.object({ source_id: idSchema("src") });
export const sourceListQuery = z.object(pageQuery);
export const sourceListSchema = listOf(sourceSchema);
export const sourceRunSchema = z.strictObject({
  force: z.boolean().default(false).describe("true imports the file even if it is unchanged."),
});
export const writeQuery = z.object(validateOnlyQuery);
