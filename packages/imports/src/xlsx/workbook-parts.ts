import { posix } from "node:path";
import type { PartHandler } from "./parse-part.js";

/** The part with the list of sheets. Some programs number it, as they do the sheets. */
export const WORKBOOK = /^xl\/workbook\d*\.xml$/i;

/** The parts to which a workbook refers. */
export interface WorkbookParts {
  readonly byId: ReadonlyMap<string, string>;
  /** The part of a type; its usual name if the workbook refers to none. */
  ofType(type: "sharedStrings" | "styles"): string;
}

/** The files of an archive by their names. */
type Entries = ReadonlyMap<string, unknown>;
type ReadPart = (name: string, handler: PartHandler) => Promise<void>;

/** Reads which files the parts of a workbook are in. */
export async function relationshipsOf(entries: Entries, workbook: string, read: ReadPart): Promise<WorkbookParts> {
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  const folder = posix.dirname(workbook);
  const fileOf = (target: string): string =>
    inArchive(entries, target.startsWith("/") ? target.slice(1) : posix.join(folder, target));
  await read(relationsPart(entries, workbook), {
    open: (name, { Id = "", Type = "", Target = "" }) => {
      if (name !== "Relationship") return;
      byId.set(Id, fileOf(Target));
      byType.set(posix.basename(Type), fileOf(Target));
    },
  });
  return { byId, ofType: (type) => byType.get(type) ?? inArchive(entries, `${folder}/${type}.xml`) };
}

/** The part that lists what another part refers to. */
export const relationsPart = (entries: Entries, part: string): string =>
  inArchive(entries, `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`);

/** The name of the first file that fits; empty if there is none. */
export const partNamed = (entries: Entries, name: RegExp): string =>
  [...entries.keys()].find((one) => name.test(one)) ?? "";

/** A name as the archive has it: upper and lower case make no difference (ECMA-376-2, 6.2.2.3). */
function inArchive(entries: Entries, name: string): string {
  if (entries.has(name)) return name;
  const wanted = name.toLowerCase();
  return [...entries.keys()].find((one) => one.toLowerCase() === wanted) ?? name;
}
