import { LIMITS } from "@skucast/contracts/limits";
import { z } from "zod";

/** The protocol's metadata about the caller. It is ignored, because the directory is the same for everyone. */
export const metaInput = z.looseObject({}).optional().describe("Protocol metadata; ignored.");

export const paginationInput = z
  .object({
    limit: z
      .int()
      .min(1)
      .overwrite((limit) => Math.min(limit, LIMITS.toolPageSizeMax))
      .default(10)
      .describe(`At most ${LIMITS.toolPageSizeMax} are returned.`),
    cursor: z.string().min(1).max(1024).optional().describe("pagination.cursor of the previous page."),
  })
  .prefault({});

export const formatInput = z.enum(["concise", "detailed"]).default("concise").describe("concise cuts descriptions.");
