import { z } from "zod";

/** The version of the Universal Commerce Protocol (https://ucp.dev) whose catalog shapes are used. */
export const UCP_VERSION = "2026-04-08";

export const ucpOutput = {
  ucp: z.object({
    version: z.string(),
    status: z.enum(["success", "error"]).optional(),
    capabilities: z.record(z.string(), z.array(z.object({ version: z.string() }))),
  }),
};

export const messagesOutput = z.array(
  z.object({ type: z.string(), code: z.string(), content: z.string(), severity: z.string().optional() }),
);

/** Names the protocol capability of a response. */
export const ucpOf = (capability: "search" | "lookup") => ({
  version: UCP_VERSION,
  capabilities: { [`dev.ucp.shopping.catalog.${capability}`]: [{ version: UCP_VERSION }] },
});
