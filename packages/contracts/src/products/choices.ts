/** Fields with a fixed set of values. They are apart from the schemas, so that a page can list them without these. */
export const AVAILABILITIES = ["in_stock", "out_of_stock", "preorder", "backorder", "discontinued"] as const;
export const CONDITIONS = ["new", "refurbished", "used"] as const;
export const PRODUCT_STATUSES = ["active", "draft", "archived"] as const;
