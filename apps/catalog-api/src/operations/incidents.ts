import { listIncidents } from "@skucast/catalog/incidents/list-incidents";
import { markIncidentsRead } from "@skucast/catalog/incidents/mark-incidents-read";
import type { incidentRoutes } from "@skucast/contracts/incidents/routes";
import type { HandlersOf } from "@skucast/http-kit/handler";
import type { ApiContext } from "../context.js";
import { nextCursor, positionOf } from "./pages.js";
import { noContent } from "./replies.js";
import { writeOptions } from "./write-options.js";

const LIST = { name: "incidents", filter: {} };

export const incidentOperations = ({ catalog: ctx, cursors }: ApiContext): HandlersOf<typeof incidentRoutes> => ({
  listIncidents: async (call) => {
    const { principal, query } = call;
    const input = { after: positionOf(cursors, call, LIST), limit: query.limit, language: query.language };
    const { items, next, unreadCount } = await listIncidents({ ctx, principal, input });
    const following = nextCursor(cursors, call, LIST, next);
    return {
      json: { data: items, has_more: next !== null, next_cursor: following, unread_count: unreadCount },
      nextCursor: following,
    };
  },

  markIncidentsRead: async (call) => {
    const input = { until: new Date(call.body.until), ...writeOptions(call) };
    await markIncidentsRead({ ctx, principal: call.principal, input });
    return noContent;
  },
});
