import { LIMITS } from "@skucast/contracts/limits";
import { z } from "zod";

/** The protocol's metadata: who asks, which is not looked at; a directory for everybody is the same for everybody. */
export const metaInput = z.looseObject({}).optional().describe("Of the protocol; not looked at.");

export const paginationInput = z
  .object({
    limit: z.int().min(1).max(LIMITS.toolPageSizeMax).default(10),
    cursor: z.string().min(1).max(1024).optional().describe("pagination.cursor of the answer before."),
  })
  .prefault({});

export const formatInput = z.enum(["concise", "detailed"]).default("concise").describe("concise cuts descriptions.");
