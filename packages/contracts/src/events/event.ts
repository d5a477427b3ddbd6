import { z } from "zod";
import { idSchema } from "../ids.js";
import { createdQuery, listOf, pageQuery } from "../list.js";
import { PUBLIC_EVENT_TYPES } from "./event-types.js";

/** An event as it is listed, and the body of a webhook: the same bytes each time. */
export const eventSchema = z
  .object({
    id: z.string(),
    type: z.string(),
    timestamp: z.iso.datetime().describe("When it happened."),
    workspace_id: z.string(),
    sequence: z.int().describe("Counts per object: drop what is older than what you have."),
    data: z.object({ object: z.record(z.string(), z.unknown()), previous: z.record(z.string(), z.unknown()) }),
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
      subscribable: z
        .boolean()
        .describe("Whether an endpoint can ask for it; a test event is sent when it is asked for."),
      schema: z.record(z.string(), z.unknown()).describe("JSON Schema of data."),
      example: z.unknown(),
    }),
  ),
});
