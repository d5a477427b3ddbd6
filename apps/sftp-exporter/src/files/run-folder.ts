import { join } from "node:path";

/** Where a run keeps its file. Ids and file names are made of letters, digits, dots, dashes and underscores alone. */
export const runFolder = (filesDir: string, run: { workspaceId: string; id: string }): string =>
  join(filesDir, run.workspaceId, run.id);
