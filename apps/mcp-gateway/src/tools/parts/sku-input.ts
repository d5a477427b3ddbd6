import { LIMITS } from "@skucast/contracts/limits";
import { skuSchema } from "@skucast/contracts/products/product";
import { z } from "zod";

/** Several SKUs. The format is described where products are written. */
export const skusInput = z
  .array(skuSchema.meta({ description: undefined }))
  .min(1)
  .max(LIMITS.toolItemsMax);
