interface KeyedRun {
  readonly workspaceId: string;
  readonly id: string;
}

/** Where a run keeps its files. Ids and file names are made of letters, digits, dots, dashes and underscores alone. */
export const runFolder = ({ workspaceId, id }: KeyedRun): string => `${workspaceId}/${id}`;

/** Where a run keeps the file of this name. */
export const runKey = (run: KeyedRun, name: string): string => `${runFolder(run)}/${name}`;
