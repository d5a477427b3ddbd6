/** Apart from the other limits, so that the first view of the dashboard does not load all of them. */

/** Maximum number of products in a batch. */
export const BATCH_ITEMS_MAX = 1_000;
/** Maximum number of entries of a page. */
export const PAGE_SIZE_MAX = 200;
