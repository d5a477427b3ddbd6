/** How many feeds, channels and endpoints Home lists. */
export const HOME_ROWS_MAX = 10;
