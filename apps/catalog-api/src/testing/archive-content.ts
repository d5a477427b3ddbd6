import { gunzipSync } from "node:zlib";
import type { Manifest } from "@skucast/contracts/workspace-transfers/archive";
import { extract } from "tar-stream";

/** The files of an archive by their names, in their order. */
export type Files = Map<string, Buffer>;

/** Reads an archive. */
export async function filesOf(archive: Buffer): Promise<Files> {
  const files: Files = new Map();
  const tar = extract();
  tar.end(archive);
  for await (const entry of tar) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    files.set(entry.header.name, Buffer.concat(chunks));
  }
  return files;
}

export const manifestIn = (files: Files): Manifest => JSON.parse(String(files.get("manifest.json")));

/** The rows of a resource in an archive. */
export const rowsIn = (files: Files, resource: string) =>
  manifestIn(files)
    .entries.filter((entry) => entry.resource === resource)
    .flatMap(({ name }) =>
      gunzipSync(files.get(name) ?? Buffer.alloc(0))
        .toString()
        .split("\n"),
    )
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const OWN_FIELDS = new Set([
  "id",
  "version",
  "created_at",
  "updated_at",
  "content_hash",
  "retention",
  "last_test",
  "next_run_at",
  "public_key",
]);

/** An object without what each deployment gives it, and with the ids of the archive in place of the new ones. */
export function comparable(value: unknown, oldIds: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return oldIds.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => comparable(item, oldIds));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !OWN_FIELDS.has(name));
  return Object.fromEntries(entries.map(([name, item]) => [oldIds.get(name) ?? name, comparable(item, oldIds)]));
}

/**
 * What an import changes on purpose: nothing of the copy acts before a person says so, no secret is there, and runs are
 * records that are not repeated.
 */
const CHANGED: Readonly<Record<string, object>> = {
  workspace: { requires_second_factor: false },
  feeds: { status: "paused", live_run_id: null },
  sources: { status: "paused" },
  webhook_endpoints: { status: "paused", headers: [], plain_signature: null },
};

/** What an import makes of a row of an archive, before the ids are replaced. */
export function expectedOf(resource: string, row: Record<string, unknown>): Record<string, unknown> {
  const changed = { ...row, ...CHANGED[resource] };
  if (resource === "feeds" && row.status === "archived") return { ...changed, status: "archived" };
  if (resource === "destinations" && row.type === "https") return { ...changed, headers: [] };
  if (resource === "domains") return { domain: row.domain };
  return changed;
}
