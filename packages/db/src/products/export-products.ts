import { copyOut } from "../copy-out.js";
import type { Database } from "../database.js";
import { type ProductBlock, readProductBlocks } from "./product-block.js";
import { type ProductConditions, selectionSql } from "./selection.js";

export interface ExportQuery {
  readonly workspaceId: string;
  readonly conditions: ProductConditions;
  /** How long PostgreSQL may send, the reader's pauses included. */
  readonly timeoutMs: number;
}

export interface ProductExport {
  /** Products with the status asked for, before filters and lists; undefined when there are neither. */
  readonly candidateCount: number | undefined;
  /** The products in the order of their SKUs, as many as came at once. Each block is done with when the next is asked for. */
  readonly blocks: AsyncIterable<ProductBlock>;
}

/**
 * Streams the products that meet the conditions, all as of one moment, with constant memory: COPY sends only as fast as
 * `consume` reads. A consumer that fails or stops early ends the connection.
 */
export async function exportProducts<T>(
  db: Database,
  { workspaceId, conditions, timeoutMs }: ExportQuery,
  consume: (products: ProductExport) => Promise<T>,
): Promise<T> {
  const client = await db.system.connect();
  let broken: Error | undefined = new Error("the export was abandoned");
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query(`SET LOCAL statement_timeout = ${Math.ceil(timeoutMs)}`);
    const count = countSql(conditions);
    const counted = count && (await client.query<{ count: string }>(count.sql, [workspaceId, ...count.values]));
    const copy = copyOut(client, copySql(client, workspaceId, conditions));
    const result = await consume({
      candidateCount: counted ? Number(counted.rows[0]?.count) : undefined,
      blocks: readProductBlocks(copy.blocks),
    });
    if (copy.isOver()) {
      await client.query("COMMIT");
      broken = undefined;
    }
    return result;
  } finally {
    client.release(broken);
  }
}

function countSql(conditions: ProductConditions): { sql: string; values: unknown[] } | undefined {
  const { status, ...narrowing } = conditions;
  if (!Object.values(narrowing).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined))) {
    return undefined;
  }
  const { sql, values } = selectionSql([{ status }], 2);
  return { sql: `SELECT count(*) FROM products p WHERE p.workspace_id = $1 AND ${sql}`, values };
}

interface Escaper {
  escapeLiteral(text: string): string;
}

/**
 * Binary: as text, PostgreSQL would look at every character for what it must escape, at twice the cost of all the rest.
 * COPY takes no parameters: they are put in as literals, in one pass, so that no value is looked at as SQL.
 */
function copySql(client: Escaper, workspaceId: string, conditions: ProductConditions): string {
  const { sql, values } = selectionSql([conditions], 2);
  const select = `SELECT p.sku, p.doc FROM products p WHERE p.workspace_id = $1 AND ${sql} ORDER BY p.sku`;
  const literals = [workspaceId, ...values].map((value) => literal(client, value));
  const filled = select.replace(/\$(\d+)/g, (_parameter, number: string) => {
    const found = literals[Number(number) - 1];
    if (found === undefined) throw new Error(`the selection has no value $${number}`);
    return found;
  });
  return `COPY (${filled}) TO STDOUT (FORMAT binary)`;
}

function literal(client: Escaper, value: unknown): string {
  if (Array.isArray(value)) return `ARRAY[${value.map((item) => literal(client, item)).join(",")}]::text[]`;
  return client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value));
}
