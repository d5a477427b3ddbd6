// Checks that measured writes were stored: compares products in the database, or in a response, field by field.
import { productOf, skuOf } from "./products.mjs";

const ROWS_AT_ONCE = 5_000;

/** Whether a document, complete or in part, is product `n` in one of the revisions. */
export const isProduct = (document, n, revisions) =>
  revisions.some((revision) =>
    Object.entries(productOf(n, revision)).every(
      ([name, value]) => !(name in document) || JSON.stringify(document[name]) === JSON.stringify(value),
    ),
  );

/** Throws unless the products from `from` up to `to` are stored, each as in one of the revisions. */
export async function checkStored({ db, workspaceId }, { from = 0, to, revisions }) {
  const fieldCount = Object.keys(productOf(0)).length;
  for (let first = from; first < to; first += ROWS_AT_ONCE) {
    const end = Math.min(to, first + ROWS_AT_ONCE);
    const { rows } = await db.system.query(
      "SELECT doc FROM products WHERE workspace_id = $1 AND sku >= $2 AND sku < $3 AND deleted_at IS NULL ORDER BY sku",
      [workspaceId, skuOf(first), skuOf(end)],
    );
    if (rows.length !== end - first) throw new Error(`${rows.length} products are stored instead of ${end - first}`);
    for (const [i, { doc }] of rows.entries()) {
      const document = JSON.parse(doc);
      const isWhole = Object.keys(document).filter((name) => name in productOf(0)).length === fieldCount;
      if (!isWhole || !isProduct(document, first + i, revisions)) {
        throw new Error(`${skuOf(first + i)} is not stored as it was written`);
      }
    }
  }
}
