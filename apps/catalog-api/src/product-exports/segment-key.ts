/** The folder of an export in the file store. */
export const exportFolder = ({ workspaceId, id }: { readonly workspaceId: string; readonly id: string }): string =>
  `${workspaceId}/${id}`;

/** The file of a segment, whose numbers start with 1. */
export const segmentKey = (work: { readonly workspaceId: string; readonly id: string }, number: number): string =>
  `${exportFolder(work)}/${String(number).padStart(6, "0")}.deflate`;
