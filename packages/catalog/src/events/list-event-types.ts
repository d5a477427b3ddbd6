import { EVENT_TYPES } from "@skucast/contracts/events/event-types";
import { z } from "zod";

/** The public event types, each with the JSON Schema of its data and an example. */
export const listEventTypes = (): ReturnType<typeof describeEventTypes> => {
  described ??= describeEventTypes();
  return described;
};

/** They never change, and a schema takes longer to render than most answers. Rendered at the first use, to start faster. */
let described: ReturnType<typeof describeEventTypes> | undefined;

const describeEventTypes = () =>
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
