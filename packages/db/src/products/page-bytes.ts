import { LIMITS } from "@skucast/contracts/limits";

const BYTES_MAX = LIMITS.listPageBytesMax;

interface PageRows {
  /** SQL of rows in their order, with `columns` and `doc`. */
  readonly rows: string;
  readonly columns: string;
  readonly order: string;
  /** What is left of the bytes of a page. */
  readonly bytesMax?: number;
}

/**
 * SQL that returns rows, without the documents of those after the first that exceed the bytes of a page together.
 * PostgreSQL knows the length of a document without reading it.
 */
export const withinBytes = ({ rows, columns, order, bytesMax = BYTES_MAX }: PageRows): string => `
  SELECT ${columns}, CASE WHEN row_number() OVER before = 1 OR sum(octet_length(doc)) OVER before <= ${Math.floor(bytesMax)} THEN doc END AS doc
  FROM (${rows}) AS found WINDOW before AS (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) ORDER BY ${order}`;

/** The first rows that fit into a page: up to `limit`, and only those that came with their documents. */
export function fitting<Row extends { readonly doc: string | null }>(
  rows: readonly Row[],
  limit: number,
): readonly (Row & { readonly doc: string })[] {
  return rows.slice(0, limit).filter((row): row is Row & { readonly doc: string } => row.doc !== null);
}

/** How many of a page's bytes documents leave; less than one if they fill it. */
export const bytesLeft = (docs: readonly { readonly doc: string }[]): number =>
  docs.reduce<number>((left, { doc }) => left - Buffer.byteLength(doc), BYTES_MAX);
