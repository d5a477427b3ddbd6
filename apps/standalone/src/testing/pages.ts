import type { ApiClient } from "../api-client.js";

/** All entries of a list, over all pages. */
export async function allOf<T>(api: ApiClient, path: string): Promise<T[]> {
  const entries: T[] = [];
  let cursor: unknown = null;
  do {
    const separator = path.includes("?") ? "&" : "?";
    const more = cursor === null ? "" : `&cursor=${encodeURIComponent(String(cursor))}`;
    const page = await api.call("GET", `${path}${separator}limit=200${more}`);
    entries.push(...(page.data as T[]));
    cursor = page.next_cursor;
  } while (cursor !== null);
  return entries;
}
