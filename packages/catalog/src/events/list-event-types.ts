import { EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { z } from "zod";

/** The public event types, each with the JSON Schema of its data and an example. */
export const listEventTypes = () =>
  EVENT_TYPES.filter((event) => event.visibility !== "internal").map(
    ({ type, summary, kind, visibility, data, example }) => ({
      type,
      summary,
      kind,
      subscribable: visibility !== "direct",
      schema: z.toJSONSchema(data, { io: "input", unrepresentable: "any" }),
      example,
    }),
  );
