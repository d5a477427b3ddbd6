/** The values of fields with a fixed set. In a file of their own, so that a page can list them without the schemas. */
export const AVAILABILITIES = ["in_stock", "out_of_stock", "preorder", "backorder", "discontinued"] as const;
export const CONDITIONS = ["new", "refurbished", "used"] as const;
export const PRODUCT_STATUSES = ["active", "draft", "archived"] as const;
