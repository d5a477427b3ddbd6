/** Sample products are known by the start of their SKUs. */
export const SAMPLE_SKU_PREFIX = "SKUCAST-SAMPLE-";
