import { EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { z } from "zod";

/** The catalogue of public event types, each with the JSON Schema of its data and an example. */
export const listEventTypes = () =>
  EVENT_TYPES.filter((event) => event.visibility === "public").map(({ type, summary, data, example }) => ({
    type,
    summary,
    schema: z.toJSONSchema(data, { io: "input", unrepresentable: "any" }),
    example,
  }));
