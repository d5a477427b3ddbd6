/** Parameters of an address by which lists are narrowed, as the API names them. */
export const PRODUCT_FILTERS = ["q", "status", "availability", "brand", "channel_id"] as const;
export const AUDIT_FILTERS = ["action", "actor_id", "object_id", "since", "until"] as const;
/** Which step of setting up is shown. */
export const SET_UP_SEARCH = ["step"] as const;
