import { LIMITS } from "@skucast/contracts/limits";
import type { Binding } from "@skucast/contracts/principal";
import { type Database, inWorkspace } from "../database.js";

export interface IssueQuery {
  readonly binding: Binding;
  readonly channelId: string;
  /** Start with this SKU, or after it. */
  readonly from: string;
  readonly isAfter: boolean;
  readonly limit: number;
  readonly code?: string | undefined;
  readonly severity?: string | undefined;
  readonly field?: string | undefined;
  readonly sku?: string | undefined;
}

export interface IssuePage {
  readonly products: readonly { readonly sku: string; readonly issues: string }[];
  /** The last SKU that was read. Null if there are no more. */
  readonly lookedUpTo: string | null;
  /** Whether all products were computed since the last change of the channel. */
  readonly isComplete: boolean;
}

interface Row {
  readonly looked_at: number;
  readonly last: string | null;
  readonly sku: string | null;
  readonly issues: string | null;
}

/** Products with issues in the order of their SKUs. With a filter, it reads a limited number of products. */
export function readChannelIssues(db: Database, query: IssueQuery): Promise<IssuePage> {
  const { binding, channelId, from, isAfter, limit, sku } = query;
  const { workspaceId } = binding;
  const window = hasFilter(query) ? LIMITS.pageScanRowsMax : limit + 1;
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<Row>(
      `WITH looked_at AS MATERIALIZED (
         SELECT sku, issues FROM listings
         WHERE workspace_id = $1 AND channel_id = $2 AND issues IS NOT NULL AND sku ${isAfter ? ">" : ">="} $3
           ${sku === undefined ? "" : "AND sku = $7"}
         ORDER BY workspace_id, channel_id, sku LIMIT $4
       )
       SELECT window_end.looked_at, window_end.last, wanted.sku, wanted.issues
       FROM (SELECT count(*)::int AS looked_at, max(sku) AS last FROM looked_at) AS window_end
       LEFT JOIN LATERAL (SELECT sku, issues FROM looked_at WHERE strpos(issues, $5) > 0 ORDER BY sku LIMIT $6) AS wanted ON true
       ORDER BY wanted.sku`,
      [workspaceId, channelId, from, window, needleOf(query), limit + 1, ...(sku === undefined ? [] : [sku])],
    );
    const walks = await client.query<{ is_complete: boolean }>(
      "SELECT completed_at IS NOT NULL AS is_complete FROM listing_walks WHERE workspace_id = $1 AND channel_id = $2",
      [workspaceId, channelId],
    );
    const wanted = rows.flatMap(({ sku: own, issues }) =>
      own === null || issues === null ? [] : [{ sku: own, issues }],
    );
    const products = wanted.slice(0, limit);
    const windowEnd = rows[0]?.looked_at === window ? (rows[0]?.last ?? null) : null;
    return {
      products,
      lookedUpTo: wanted.length > limit ? (products.at(-1)?.sku ?? null) : windowEnd,
      isComplete: walks.rows[0]?.is_complete ?? false,
    };
  });
}

const hasFilter = ({ code, severity, field }: IssueQuery): boolean =>
  code !== undefined || severity !== undefined || field !== undefined;

/**
 * Issues are stored as JSON with members in a fixed order, so they can be matched as text: a quote in a value is
 * escaped.
 */
function needleOf({ code, severity, field }: IssueQuery): string {
  const members = [
    severity && `"severity":"${severity}"`,
    code && `"code":"${code}"`,
    // Without the code between them, the members are not adjacent, and the caller compares the field.
    field && (code || !severity) && `"field":${JSON.stringify(field)}`,
  ];
  return members.filter(Boolean).join();
}

export interface CountedIssues {
  readonly products: number;
  readonly invalid: number;
  readonly counts: readonly { readonly code: string; readonly severity: "error" | "warning"; readonly count: number }[];
  readonly causes: readonly {
    readonly code: string;
    readonly severity: "error" | "warning";
    readonly field: string;
    readonly products: number;
    readonly message: string;
  }[];
  readonly is_exact: boolean;
}

/** Counts the issues of a channel by kind, in a limited number of products. */
export function countChannelIssues(db: Database, binding: Binding, channelId: string): Promise<CountedIssues> {
  return inWorkspace(db, binding, async (client) => {
    const { rows } = await client.query<{
      products: number;
      invalid: number;
      counts: CountedIssues["counts"] | null;
      causes: CountedIssues["causes"] | null;
    }>(
      `WITH looked_at AS MATERIALIZED (
         SELECT sku, is_valid, issues FROM listings WHERE workspace_id = $1 AND channel_id = $2 AND issues IS NOT NULL
         ORDER BY workspace_id, channel_id, sku LIMIT $3
       ), found AS MATERIALIZED (
         SELECT issue->>'code' AS code, issue->>'severity' AS severity, issue->>'field' AS field,
                count(DISTINCT sku)::int AS products, count(*) AS issues, min(issue->>'message') AS message
         FROM looked_at, json_array_elements(issues::json) AS issue GROUP BY 1, 2, 3
       ), kinds AS (
         SELECT code, severity, sum(issues)::int AS count FROM found GROUP BY 1, 2
       ), causes AS (
         SELECT code, severity, field, products, message FROM found ORDER BY severity, products DESC, code, field LIMIT $4
       )
       SELECT (SELECT count(*)::int FROM looked_at) AS products,
              (SELECT count(*)::int FROM looked_at WHERE NOT is_valid) AS invalid,
              (SELECT json_agg(k ORDER BY k.count DESC, k.code, k.severity) FROM kinds k) AS counts,
              (SELECT json_agg(c ORDER BY c.severity, c.products DESC, c.code, c.field) FROM causes c) AS causes`,
      [binding.workspaceId, channelId, LIMITS.issueProductsCountedMax, LIMITS.issueCausesMax],
    );
    const { products = 0, invalid = 0, counts = null, causes = null } = rows[0] ?? {};
    const isExact = products < LIMITS.issueProductsCountedMax;
    return { products, invalid, counts: counts ?? [], causes: causes ?? [], is_exact: isExact };
  });
}
