import { z } from "zod";
import { EVENT_KINDS } from "../define-event.js";
import { idSchema } from "../ids.js";
import { createdQuery, listOf, pageQuery } from "../list.js";
import { PUBLIC_EVENT_TYPES } from "./event-types.js";

/** An event as it is listed, and the body of a webhook: the same bytes each time. */
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
        "Counts the changes of the object. Of a state event, drop it when you have applied a higher sequence for the same " +
          "data.object.id. Never drop a fact event by it.",
      ),
    data: z.object({
      object: z.looseObject({ id: z.string().describe("Id of what the event is about.") }),
      previous: z.record(z.string(), z.unknown()),
    }),
  })
  .meta({ id: "Event" });
export type Event = z.output<typeof eventSchema>;

export const eventParams = z.object({ event_id: idSchema("evt") });
export const eventListQuery = z.object({
  ...pageQuery,
  ...createdQuery,
  type: z.enum(PUBLIC_EVENT_TYPES as [string, ...string[]]).optional(),
});
export const eventListSchema = listOf(eventSchema);

export const eventTypeListSchema = z.object({
  data: z.array(
    z.object({
      type: z.string(),
      summary: z.string(),
      kind: z.enum(EVENT_KINDS),
      subscribable: z
        .boolean()
        .describe("Whether an endpoint can ask for it; a test event is sent when it is asked for."),
      schema: z.record(z.string(), z.unknown()).describe("JSON Schema of data."),
      example: z.unknown(),
    }),
  ),
});
