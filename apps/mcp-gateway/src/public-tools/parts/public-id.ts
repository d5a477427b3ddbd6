import { z } from "zod";

/** Any string: one that is not the id of a public product is an id that is not found. */
export const anyIdSchema = z.string().max(1_000).describe("From search_catalog.");

/** Id of a public product: its catalog and its SKU. */
export const publicIdSchema = z
  .string()
  .max(140)
  .regex(/^ch_[0-9a-hjkmnp-tv-z]{26}:[\s\S]+$/, "must be the id of a public product, from search_catalog")
  .describe("From search_catalog.");
