import { z } from "zod";

/** Id of a public product: its catalog and its SKU. */
export const publicIdSchema = z
  .string()
  .max(140)
  .regex(/^ch_[0-9a-hjkmnp-tv-z]{26}:[\s\S]+$/, "must be the id of a public product, from search_catalog")
  .describe("From search_catalog.");
