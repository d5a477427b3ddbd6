import { z } from "zod";

/** The version of the archive's layout. An importer accepts its own and all earlier ones. */
export const ARCHIVE_FORMAT = 1;

/** What an import creates again, in the order in which it does: each refers only to those before it. */
export const IMPORTED_RESOURCES = [
  "workspace",
  "channel_profiles",
  "lookup_tables",
  "channels",
  "destinations",
  "sources",
  "feeds",
  "webhook_endpoints",
  "domains",
  "products",
] as const;
export type ImportedResource = (typeof IMPORTED_RESOURCES)[number];

/** What is in the archive as a record: it describes people and events of the other deployment, so no import creates it. */
export const RECORDED_RESOURCES = [
  "deleted_products",
  "members",
  "invitations",
  "api_keys",
  "connected_apps",
  "pull_credentials",
  "imports",
  "import_errors",
  "import_rows",
  "runs",
  "run_issues",
  "events",
  "deliveries",
  "delivery_attempts",
  "webhook_recoveries",
  "audit_entries",
] as const;
export type RecordedResource = (typeof RECORDED_RESOURCES)[number];

export type ArchiveResource = ImportedResource | RecordedResource;

/** The stored files of runs are in this folder of the archive. */
export const FILES_FOLDER = "files";

const NAME = /^(?:[a-z_]+\/\d{6}\.jsonl\.gz|files\/run_[0-9a-z]{26}\/[A-Za-z0-9_][A-Za-z0-9._-]{0,199})$/;

/** An export begins another file after 10,000 rows. */
const ROWS_PER_FILE_MAX = 100_000;

const entrySchema = z.strictObject({
  name: z.string().regex(NAME, "must be a file such as products/000001.jsonl.gz"),
  resource: z.string().max(50),
  rows: z.int().min(0).max(ROWS_PER_FILE_MAX),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hexadecimal"),
});
export type ArchiveEntry = z.output<typeof entrySchema>;

/** The first file of an archive, `manifest.json`: what follows, in this order. */
export const manifestSchema = z.strictObject({
  format: z.int().min(1).max(ARCHIVE_FORMAT),
  workspace: z.strictObject({ id: z.string().max(50), name: z.string().max(200) }),
  exported_at: z.iso.datetime(),
  left_out: z.array(z.strictObject({ what: z.string().max(100), why: z.string().max(500) })).max(100),
  entries: z.array(entrySchema).max(200_000),
});
export type Manifest = z.output<typeof manifestSchema>;
