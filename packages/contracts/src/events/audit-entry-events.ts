import { z } from "zod";
import { defineEvent } from "../define-event.js";
import { changeOf, example, withoutLarge } from "./event-parts.js";

/** An entry of the audit log as it was written, with the names of who acted at that time. */
const entryObject = z.object({
  id: z.string().describe("Id of the entry, as in GET /audit-log."),
  at: z.iso.datetime(),
  actor: z
    .object({
      type: z.string().describe("api_key, user, oauth (a user through an app), client (an app by itself) or system."),
      id: z.string(),
      name: z.string().optional().describe("Name of the key or user at that time; absent when there is none."),
      email: z.string().optional().describe("The user's email address at that time."),
      grant_id: z.string().optional().describe("The connected app through which the user acted."),
      app_name: z.string().optional().describe("The name that the app gave itself."),
    })
    .describe("Who acted."),
  action: z.string().describe("One of docs/reference/audit-actions.md; more may be added."),
  object: z.object({ type: z.string(), id: z.string() }).describe("The affected object."),
  details: z.record(z.string(), z.unknown()).describe("Details of the action; never a secret."),
  ip: z.string().nullable().describe("IP address of the client."),
  user_agent: z.string().nullable(),
  request_id: z.string().nullable(),
  server_request_id: z.string().nullable(),
});

export const AUDIT_ENTRY_EVENTS = [
  defineEvent({
    type: "audit_entry.created",
    visibility: "managers",
    kind: "fact",
    summary:
      "An entry was added to the audit log. Only endpoints that name this type, and no other, get it; only those who may " +
      "read the audit log can create and see these endpoints.",
    data: changeOf(withoutLarge(entryObject, ["details"])),
    example: example({
      id: "aud_01jd0000000000000000000000",
      at: "2026-11-21T09:00:00.000Z",
      actor: { type: "user", id: "usr_01jd0000000000000000000000", name: "Mia", email: "mia@example.com" },
      action: "api_key.created",
      object: { type: "api_key", id: "key_01jd0000000000000000000000" },
      details: { name: "Warehouse", scopes: null },
      ip: "203.0.113.7",
      user_agent: "Mozilla/5.0",
      request_id: "req_01jd0000000000000000000000",
      server_request_id: "req_01jd0000000000000000000000",
    }),
  }),
] as const;
