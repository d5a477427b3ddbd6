// How the servers of a team read a product: one prepared statement on a pool.
import { load } from "./load-package.mjs";

const CONNECTIONS = 16;

/** Opens a pool, and returns a function that reads the document of a product, or null. */
export function openProducts() {
  const { Pool } = load("pg");
  const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: CONNECTIONS });
  const text = "SELECT doc FROM products WHERE workspace_id = $1 AND sku = $2 AND deleted_at IS NULL";
  return async (/** @type {string} */ sku) => {
    const { rows } = await pool.query({ name: "get_product", text, values: [process.env.WORKSPACE_ID, sku] });
    return /** @type {string | null} */ (rows[0]?.doc ?? null);
  };
}
