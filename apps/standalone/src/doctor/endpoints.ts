import { type Check, durationOf, ok, warning } from "./check.js";

const SHOWN_MAX = 5;

const FAILING = `
  SELECT workspace_id, id, extract(epoch FROM now() - failing_since)::float8 AS seconds, count(*) OVER ()::int AS total
  FROM webhook_endpoints WHERE status = 'active' AND failing_since IS NOT NULL
  ORDER BY failing_since LIMIT ${SHOWN_MAX}`;

/** The webhook endpoints that have been failing for the longest time. */
export const endpoints: Check = {
  name: "webhook endpoints",
  async run({ db }) {
    const { rows } = await db.system.query<{ workspace_id: string; id: string; seconds: number; total: number }>(
      FAILING,
    );
    const [first] = rows;
    if (!first) return [ok("none is failing")];
    const named = rows.map(({ workspace_id, id, seconds }) => `${id} of ${workspace_id} for ${durationOf(seconds)}`);
    const more = first.total > rows.length ? `, and ${first.total - rows.length} more` : "";
    return [
      warning(
        `${first.total} are failing: ${named.join(", ")}${more}`,
        "their owners are notified and see the responses in the dashboard; nothing to do here",
      ),
    ];
  },
};
