import pg from "pg";

interface Plan {
  readonly "Node Type": string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: readonly Plan[];
}

/** What a statement read. */
export interface Reading {
  readonly text: string;
  /** Blocks of 8 kB, from memory or disk. */
  readonly buffers: number;
  /** Rows of tables, also those that a filter removed. */
  readonly rows: number;
}

/**
 * Runs `work` and returns what each SELECT of this process reads meanwhile. Each is explained on its own connection, in
 * its transaction, with its parameters, just before it runs.
 */
export async function explainReads(work: () => Promise<unknown>): Promise<readonly Reading[]> {
  const readings: Promise<Reading>[] = [];
  const { query } = pg.Client.prototype;
  const explained = function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [unknown, unknown];
    const statement = statementOf(config, values);
    if (statement && /^\s*(SELECT|WITH)\b/i.test(statement.text)) readings.push(explain(this, query, statement));
    return Reflect.apply(query, this, args);
  };
  pg.Client.prototype.query = explained as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return Promise.all(readings);
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

function statementOf(config: unknown, values: unknown): Statement | undefined {
  if (typeof config === "string") return { text: config, values: Array.isArray(values) ? values : [] };
  if (typeof config !== "object" || config === null || "submit" in config || !("text" in config)) return undefined;
  const own = "values" in config && Array.isArray(config.values) ? config.values : values;
  return { text: String(config.text), values: Array.isArray(own) ? own : [] };
}

async function explain(client: pg.Client, query: unknown, { text, values }: Statement): Promise<Reading> {
  const config = { text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values: [...values] };
  const { rows } = await Reflect.apply(query as pg.Client["query"], client, [config]);
  const [{ Plan: plan }] = (rows as { "QUERY PLAN": [{ Plan: Plan }] }[])[0]?.["QUERY PLAN"] ?? [{ Plan: NOTHING }];
  return { text, buffers: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], rows: rowsOf(plan) };
}

const TABLE_SCANS = new Set(["Seq Scan", "Index Scan", "Index Only Scan", "Bitmap Heap Scan"]);

function rowsOf(plan: Plan): number {
  const own = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  const below = (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);
  return (TABLE_SCANS.has(plan["Node Type"]) ? own : 0) + below;
}

const NOTHING: Plan = {
  "Node Type": "Result",
  "Actual Rows": 0,
  "Actual Loops": 0,
  "Shared Hit Blocks": 0,
  "Shared Read Blocks": 0,
};
