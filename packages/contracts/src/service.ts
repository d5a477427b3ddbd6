/** The service's name and short prefix; they are defined only here. */
export const SERVICE_NAME = "Skucast";
export const SERVICE_PREFIX = "skc";

/** Base path of the REST API with its version; a breaking change gets a new one (docs/reference/versioning.md). */
export const API_BASE_PATH = "/api/public/v1";

/**
 * Values that a client may send as API-Version, the current one first. An addition that could break a client gets a new
 * date; earlier versions keep their behavior.
 */
export const API_VERSIONS = ["2026-11-01"] as const;
