import { call } from "./call.mjs";

/** Cursors of the first `pages` pages of `limit` products, as a client gets them. */
export async function listCursors(key, api, { limit, pages }) {
  const cursors = [];
  for (let cursor = null; cursors.length < pages; ) {
    const after = cursor === null ? "" : `&cursor=${cursor}`;
    cursor = (await call(key, api, "GET", `/products?limit=${limit}${after}`)).next_cursor;
    cursors.push(cursor);
  }
  return cursors;
}
