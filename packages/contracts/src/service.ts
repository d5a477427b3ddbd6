/** The service's name and short prefix: the one place where they are written. */
export const SERVICE_NAME = "Skucast";
export const SERVICE_PREFIX = "skc";

/** Path version of the REST API; a breaking change gets a new one (docs/reference/versioning.md). */
export const API_BASE_PATH = "/api/public/v1";

/**
 * Dated versions within it, the present one first: what a client may send as API-Version. An addition that a client could
 * stumble over gets a new date; the earlier ones are served as they were.
 */
export const API_VERSIONS = ["2026-11-01"] as const;
