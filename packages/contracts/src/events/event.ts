import { z } from "zod";
import { EVENT_KINDS } from "../define-event.js";
import { idSchema } from "../ids.js";
import { createdQuery, listOf, pageQuery } from "../list.js";
import { text } from "../text.js";
import { changeDetails } from "./event-parts.js";
import { PUBLIC_EVENT_TYPES } from "./event-types.js";
import { PUBLIC_PREFIXES } from "./type-patterns.js";

/** An event as listed, and as the body of a webhook: the same bytes every time. */
export const eventSchema = z
  .object({
    id: z.string(),
    type: z.string(),
    kind: z
      .enum(EVENT_KINDS)
      .describe(
        "state: data.object is the state of the object, and a later event of the object supersedes it. fact: something " +
          "that happened once, and each one counts.",
      ),
    timestamp: z.iso.datetime().describe("When it happened."),
    workspace_id: z.string(),
    sequence: z
      .int()
      .describe(
        "Counts the changes of the object. Drop a state event if you have already applied a higher sequence for the same " +
          "data.object.id. Never drop a fact event because of it.",
      ),
    data: z.object({
      object: z.looseObject({ id: z.string().describe("Id of the object that the event is about.") }),
      previous: z.record(z.string(), z.unknown()),
      ...changeDetails,
    }),
  })
  .meta({ id: "Event" });
export type Event = z.output<typeof eventSchema>;

export const eventParams = z.object({ event_id: idSchema("evt") });
export const eventListQuery = z.object({
  ...pageQuery,
  ...createdQuery,
  order: z
    .enum(["desc", "asc"])
    .default("desc")
    .describe(
      "desc: newest first. asc: oldest first, for consumers that follow the log: next_cursor is never null, and a request " +
        "with it returns newer events. No event is skipped, however late its transaction committed.",
    ),
  type: z
    .enum([...PUBLIC_EVENT_TYPES, ...PUBLIC_PREFIXES] as [string, ...string[]])
    .optional()
    .describe("An event type, or a prefix such as `feed.run.*`."),
  object_id: text(100).optional().describe("Only events whose data.object.id is this."),
  channel_id: idSchema("ch").optional().describe("Only events of this channel, its feeds and their runs."),
});
export const eventListSchema = listOf(eventSchema).extend({
  next_cursor: z
    .string()
    .nullable()
    .describe("Pass it as cursor to get the next page; null on the last page, but never with order=asc."),
});

export const eventTypeListSchema = z.object({
  data: z.array(
    z.object({
      type: z.string(),
      summary: z.string(),
      kind: z.enum(EVENT_KINDS),
      subscribable: z
        .boolean()
        .describe("Whether an endpoint can subscribe to it. Test events are sent only on request."),
      schema: z.record(z.string(), z.unknown()).describe("JSON Schema of data."),
      example: z.unknown(),
    }),
  ),
});
