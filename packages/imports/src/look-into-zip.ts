import { filesIn, isWorkbook, openZip } from "./open-zip.js";
import { rejectOtherColumns } from "./parts-of-export.js";

/** The names of the files to read in an archive: of the only one, or of its parts; null for a workbook. */
export async function lookIntoZip(path: string): Promise<readonly [string, ...string[]] | null> {
  const archive = await openZip(path);
  try {
    if (isWorkbook(archive)) return null;
    const names = filesIn(archive);
    await rejectOtherColumns(archive, names);
    return names;
  } finally {
    archive.close();
  }
}
