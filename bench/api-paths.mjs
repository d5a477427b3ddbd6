// The hot paths of catalog-api, each with the requests that measure it.
import { listCursors } from "./list-cursors.mjs";
import { request } from "./load.mjs";
import { SIZE as BATCH, requestsOf as batchesOf } from "./measure-batch.mjs";
import { changing, repeating } from "./measure-upsert.mjs";
import { skuOf } from "./products.mjs";

const PAGE = 100;
const PAGES = 50;
const GETS = 1_000;

const getsOf = (testbed) => (connection) =>
  Array.from({ length: GETS }, (_, i) => request(testbed, "GET", `/products/${skuOf(connection * GETS + i)}`));

/**
 * What `load` takes for each path, by its name. A path that creates or changes products of a batch counts each of them.
 * The testbed has products.
 */
export async function apiPaths(testbed, api) {
  const cursors = await listCursors(testbed, api, { limit: PAGE, pages: PAGES });
  const pages = () => cursors.map((cursor) => request(testbed, "GET", `/products?limit=${PAGE}&cursor=${cursor}`));
  return {
    "Changed upsert": { connections: 32, perRequest: 1, requestsOf: changing(testbed) },
    "Unchanged upsert": { connections: 32, perRequest: 1, requestsOf: repeating(testbed) },
    "Product of a batch of 1,000": { connections: 2, perRequest: BATCH, requestsOf: batchesOf(testbed) },
    "List of 100": { connections: 8, perRequest: 1, requestsOf: pages },
    Get: { connections: 8, perRequest: 1, requestsOf: getsOf(testbed) },
  };
}
