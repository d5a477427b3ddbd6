import { bodyOf } from "@skucast/catalog/workspace-transfers/archived-objects";
import {
  FILES_FOLDER,
  IMPORTED_RESOURCES,
  type ImportedResource,
  RECORDED_RESOURCES,
} from "@skucast/contracts/workspace-transfers/archive";
import { ZodError } from "zod";
import { ArchiveError, type ArchiveFile, firstOf, readArchive } from "./read-archive.js";

const ORDER: readonly string[] = [...IMPORTED_RESOURCES, ...RECORDED_RESOURCES, FILES_FOLDER];

export const isImported = (resource: string): resource is ImportedResource =>
  (IMPORTED_RESOURCES as readonly string[]).includes(resource);

/**
 * Reads a whole archive before anything is created from it: every file is complete and as the manifest says, resources
 * come in the order in which they refer to each other, and every object that an import creates is valid by itself.
 * Throws ArchiveError.
 */
export async function checkArchive(path: string, onFile: () => void): Promise<void> {
  let reached = 0;
  for await (const part of readArchive(path)) {
    if ("format" in part) continue;
    const { resource, name } = part.entry;
    const place = ORDER.indexOf(resource);
    if (place === -1) throw new ArchiveError(`The manifest has an unknown resource for ${name}.`);
    if (place < reached) throw new ArchiveError(`${name} is not where the order of resources expects it.`);
    reached = place;
    if (isImported(resource)) await checkRows(part, resource);
    await part.verify();
    onFile();
  }
}

async function checkRows(part: ArchiveFile, resource: ImportedResource): Promise<void> {
  for await (const { line, raw } of part.rows()) {
    try {
      bodyOf(resource, raw);
    } catch (error) {
      if (!(error instanceof ZodError)) throw error;
      throw new ArchiveError(`Line ${line} of ${part.entry.name} is not valid: ${firstOf(error)}.`);
    }
  }
}
