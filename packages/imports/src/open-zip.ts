import type { Readable } from "node:stream";
import { LIMITS } from "@skucast/contracts/limits";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { FileFault } from "./file-fault.js";

/** An open ZIP archive. The caller must close it. */
export interface ZipArchive {
  readonly entries: ReadonlyMap<string, Entry>;
  /** The unpacked content of a file; throws FileFault if it is encrypted or its compression is not supported. */
  open(name: string): Promise<Readable>;
  close(): void;
}

/** Opens a ZIP archive and reads its index. Throws FileFault if it is broken or has too many files. */
export async function openZip(path: string): Promise<ZipArchive> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, { autoClose: false, strictFileNames: false });
    const archive = zip;
    if (archive.entryCount > LIMITS.importZipEntriesMax)
      throw new FileFault(`The archive has more than ${LIMITS.importZipEntriesMax} files.`);
    const entries = new Map<string, Entry>();
    for await (const entry of archive.eachEntry())
      if (!entry.fileName.endsWith("/")) entries.set(entry.fileName, entry);
    return {
      entries,
      async open(name) {
        const entry = entries.get(name);
        if (entry === undefined) throw new FileFault(`The archive has no file ${name}.`);
        if (entry.isEncrypted()) throw new FileFault("The archive is encrypted; send it without a password.");
        return archive.openReadStreamPromise(entry).catch(broken);
      },
      close: () => archive.close(),
    };
  } catch (error) {
    zip?.close();
    return broken(error);
  }
}

function broken(error: unknown): never {
  if (error instanceof FileFault) throw error;
  throw new FileFault(
    `The file is not a well-formed ZIP archive: ${error instanceof Error ? error.message : String(error)}.`,
  );
}

const WORKBOOK = "xl/workbook.xml";
/** Files that operating systems add to archives. */
const SYSTEM_FILES = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$)/;

export const isWorkbook = ({ entries }: ZipArchive): boolean => entries.has(WORKBOOK);

/** The name of the only file in an archive. */
export function onlyFileOf({ entries }: ZipArchive): string {
  const names = [...entries.keys()].filter((name) => !SYSTEM_FILES.test(name));
  const [name, ...others] = names;
  if (name === undefined) throw new FileFault("The archive contains no file.");
  if (others.length > 0)
    throw new FileFault(
      `The archive has ${names.length} files, such as ${names.slice(0, 3).join(", ")}; send one of them.`,
    );
  return name;
}
