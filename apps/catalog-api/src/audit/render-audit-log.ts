import { Readable } from "node:stream";
import { type AuditFilter, listAuditLog } from "@skucast/catalog/audit/list-audit-log";
import type { CatalogContext } from "@skucast/catalog/context";
import type { AuditEntry, auditExportQuery } from "@skucast/contracts/audit/audit-entry";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import type { FileReply } from "@skucast/http-kit/handler";
import type { z } from "zod";
import { csvCell } from "../csv-cell.js";

type Query = z.output<typeof auditExportQuery>;

const COLUMNS: Readonly<Record<string, (entry: AuditEntry) => string | null>> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  actor_type: ({ actor }) => actor.type,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name ?? null,
  actor_email: ({ actor }) => actor.email ?? null,
  app_name: ({ actor }) => actor.app_name ?? null,
  action: ({ action }) => action,
  object_id: ({ object }) => object.id,
  object_name: ({ object }) => object.name,
  details: ({ details }) => JSON.stringify(details),
  ip: ({ ip }) => ip,
  user_agent: ({ user_agent: userAgent }) => userAgent,
  request_id: ({ request_id: requestId }) => requestId,
  server_request_id: ({ server_request_id: serverRequestId }) => serverRequestId,
};

const FORMATS = {
  csv: {
    contentType: "text/csv; charset=utf-8",
    header: `${Object.keys(COLUMNS).join()}\r\n`,
    line: (entry: AuditEntry) =>
      `${Object.values(COLUMNS)
        .map((column) => csvCell(column(entry)))
        .join()}\r\n`,
  },
  jsonl: {
    contentType: "application/jsonl; charset=utf-8",
    header: "",
    line: (entry: AuditEntry) => `${JSON.stringify(entry)}\n`,
  },
} as const;

/** The filters of a query, as the operation expects them. */
export const auditFilterOf = (query: Omit<Query, "format">): AuditFilter => ({
  action: query.action,
  actorId: query.actor_id,
  actorType: query.actor_type,
  objectId: query.object_id,
  since: query.since,
  until: query.until,
});

interface Exported {
  readonly ctx: CatalogContext;
  readonly principal: Principal;
  readonly format: Query["format"];
  readonly filter: AuditFilter;
}

/**
 * The audit log as a file, newest first, read page by page while it is sent. A member who is removed meanwhile gets no
 * further entry, because row-level security looks up their role for each page.
 */
export function renderAuditLog({ ctx, principal, format, filter }: Exported): FileReply {
  const { contentType, header, line } = FORMATS[format];
  async function* texts(): AsyncGenerator<string> {
    if (header !== "") yield header;
    for (let after: string | null = ""; after !== null; ) {
      const input = { after, limit: LIMITS.pageSizeMax, ...filter };
      const page = await listAuditLog({ ctx, principal, input });
      yield page.items.map(line).join("");
      after = page.next;
    }
  }
  return { status: 200, stream: Readable.from(texts()), contentType, fileName: `audit-log.${format}` };
}
