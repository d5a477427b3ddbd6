import { defineRoute } from "../define-route.js";
import { incidentListQuery, incidentListSchema, incidentsReadSchema, incidentWriteQuery } from "./incident.js";

const tag = "Token";

export const incidentRoutes = {
  listIncidents: defineRoute({
    id: "listIncidents",
    method: "GET",
    path: "/me/incidents",
    tag,
    summary: "List the problems of this workspace, and whether the signed-in user has read them",
    description:
      "The problems that mails report, newest first: of feeds, destinations, imports, sources and webhook endpoints. Only for " +
      "browser sessions. Members who are restricted to channels get only the problems of these channels. They are kept as " +
      "long as the history of the workspace.",
    scope: null,
    query: incidentListQuery,
    responses: { 200: incidentListSchema },
    errors: ["forbidden", "invalid_cursor"],
  }),
  markIncidentsRead: defineRoute({
    id: "markIncidentsRead",
    method: "POST",
    path: "/me/incidents/read",
    tag,
    summary: "Mark the problems of this workspace as read",
    description: "Only for browser sessions, and only for the signed-in user.",
    scope: null,
    query: incidentWriteQuery,
    body: incidentsReadSchema,
    responses: { 204: null },
    errors: ["forbidden"],
    example: { until: "2026-11-27T08:00:00Z" },
  }),
};
