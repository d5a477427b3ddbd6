/** Parameters of an address by which lists are narrowed, as the API names them. */
export const PRODUCT_FILTERS = ["q", "status", "availability", "brand", "channel_id"] as const;
export const AUDIT_FILTERS = ["action", "actor_id", "object_id", "since"] as const;
