import { z } from "zod";
import { skuSchema } from "./product.js";
import { SKU_PATH_PREFIX, skuOfSegment } from "./sku-path.js";

/** The path parameter `sku`, percent-decoded. */
export const skuParameter = z
  .string()
  .transform((segment, payload) => {
    const sku = skuOfSegment(segment);
    if (sku !== null) return sku;
    const message = `must be ${SKU_PATH_PREFIX} followed by the base64url form of the SKU's UTF-8 bytes`;
    payload.issues.push({ code: "custom", message, input: segment, params: { code: "invalid_encoding" } });
    return z.NEVER;
  })
  .pipe(skuSchema)
  .describe(
    "The SKU in UTF-8 and Unicode NFC, percent-encoded. Clients and proxies may change a SKU that is . or .. or contains " +
      `/ \\ % ? # ; or +. Send such a SKU as ${SKU_PATH_PREFIX} followed by the base64url form (RFC 4648, section 5) of its ` +
      `UTF-8 bytes: ${SKU_PATH_PREFIX}YS9i is a/b. Every SKU may be sent in this form, and no SKU begins with ` +
      `${SKU_PATH_PREFIX}.`,
  )
  .meta({ examples: ["TEE-RED-M", `${SKU_PATH_PREFIX}YS9i`] });
