/** Query parameters that filter lists, named as in the API. */
export const PRODUCT_FILTERS = [
  "q",
  "sku_prefix",
  "sku",
  "status",
  "availability",
  "condition",
  "brand",
  "channel_id",
  "conditions",
  "sort",
] as const;
export const AUDIT_FILTERS = ["action", "actor_id", "actor_type", "object_id", "since", "until"] as const;
/** The tab of a channel's page, and the issues that it shows. */
export const CHANNEL_SEARCH = ["tab", "code", "field"] as const;
/** The setup step of a destination. */
export const SET_UP_SEARCH = ["step"] as const;
