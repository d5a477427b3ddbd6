import { type CopyOut, copyOut } from "../copy-out.js";
import type { Database } from "../database.js";
import { limitStatements } from "../guarded-client.js";
import { type ProductBlock, readProductBlocks } from "./product-block.js";
import { type ProductConditions, selectionSql } from "./selection.js";

export interface ExportQuery {
  readonly workspaceId: string;
  readonly conditions: ProductConditions;
  /** How long PostgreSQL may send, including pauses of the reader. */
  readonly timeoutMs: number;
}

export interface ProductExport {
  /**
   * Number of products with the requested status, before filters and lists. Undefined if there are no filters and
   * lists.
   */
  readonly candidateCount: number | undefined;
  /**
   * Blocks of products in the order of their SKUs. A block is valid until the next one is requested. Once all were read,
   * they can be read again.
   */
  readonly blocks: AsyncIterable<ProductBlock>;
  /** The stored JSON of those of the products that have one of the SKUs. Only while no blocks are being read. */
  find(skus: readonly string[]): Promise<readonly string[]>;
}

/**
 * Streams the products that meet the conditions, from one snapshot, with constant memory: COPY sends only as fast as
 * `consume` reads. If the consumer fails or stops early, the connection is closed.
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
    await limitStatements(client, timeoutMs);
    const count = countSql(conditions);
    const counted = count && (await client.query<{ count: string }>(count.sql, [workspaceId, ...count.values]));
    let copy: CopyOut | undefined;
    const result = await consume({
      candidateCount: counted ? Number(counted.rows[0]?.count) : undefined,
      blocks: {
        [Symbol.asyncIterator]() {
          copy = copyOut(client, copySql(client, workspaceId, conditions));
          return readProductBlocks(copy.blocks)[Symbol.asyncIterator]();
        },
      },
      async find(skus) {
        const { sql, values } = selectionSql([conditions, { skus }], 2);
        const select = `SELECT p.doc FROM products p WHERE p.workspace_id = $1 AND ${sql}`;
        return (await client.query<{ doc: string }>(select, [workspaceId, ...values])).rows.map(({ doc }) => doc);
      },
    });
    if (copy === undefined || copy.isOver()) {
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
 * Binary, because in text format PostgreSQL would check every character for escaping, at twice the cost of everything
 * else. COPY takes no parameters, so they are inserted as literals, in one pass, so that no value is parsed as SQL.
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
