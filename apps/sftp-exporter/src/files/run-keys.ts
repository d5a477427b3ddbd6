interface KeyedRun {
  readonly workspaceId: string;
  readonly id: string;
}

/** Folder of a run's files in the store. Ids and file names contain only letters, digits, dots, dashes and underscores. */
export const runFolder = ({ workspaceId, id }: KeyedRun): string => `${workspaceId}/${id}`;

/** Key of one of a run's files in the store. */
export const runKey = (run: KeyedRun, name: string): string => `${runFolder(run)}/${name}`;
