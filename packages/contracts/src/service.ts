/** The service's name and short prefix: the one place where they are written. */
export const SERVICE_NAME = "Skucast";
export const SERVICE_PREFIX = "skc";

/** Path version of the REST API; a breaking change gets a new one (docs/reference/versioning.md). */
export const API_BASE_PATH = "/api/public/v1";
