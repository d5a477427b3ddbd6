/**
 * Every error code of the service with its HTTP status (RFC 9110), title and meaning. A code is a promise: the same
 * cause keeps the same code. Surfaces map them with `satisfies Record<ErrorCode, …>`.
 */
export const ERROR_CODES = {
  bad_request: [400, "Bad request", "The request could not be read; the detail says what is wrong with it."],
  invalid_json: [
    400,
    "Body is not JSON",
    "The body is not well-formed JSON (RFC 8259), is nested too deeply or is not UTF-8.",
  ],
  invalid_cursor: [
    400,
    "Cursor is not valid",
    "The cursor was not made by this service or belongs to other filters; start without a cursor.",
  ],
  unknown_parameter: [400, "Unknown query parameter", "A query parameter is not known to this endpoint."],
  invalid_parameter: [400, "Invalid query parameter", "A query or path parameter has a value that is not allowed."],
  unsupported_version: [
    400,
    "API version not supported",
    "The API-Version header names a version that is not served; supported_versions lists those that are.",
  ],
  unauthorized: [401, "Authorization missing", "The Authorization header is missing or malformed."],
  invalid_token: [401, "Token not valid", "The token does not exist or was revoked."],
  forbidden: [403, "Not allowed", "The token is valid but lacks the scope, or the role, for the action."],
  not_found: [404, "Not found", "There is no such resource in this workspace."],
  method_not_allowed: [
    405,
    "Method not allowed",
    "The path exists, but not with this method; the Allow header lists the methods.",
  ],
  request_timeout: [408, "Request too slow", "The request did not arrive in time; send it again on a new connection."],
  conflict: [409, "Conflict", "The action does not fit the present state; the detail names the moves that do."],
  stale_version: [409, "Version is stale", "A newer version of the resource is stored; read it and decide again."],
  request_in_progress: [
    409,
    "Request in progress",
    "A request with the same Idempotency-Key is still running; try again after Retry-After.",
  ],
  limit_reached: [409, "Limit reached", "The workspace holds as many of these as it may; delete one or ask for more."],
  length_required: [411, "Length required", "The body has no usable length."],
  precondition_failed: [412, "Precondition failed", "If-Match or If-None-Match does not hold for the stored version."],
  payload_too_large: [413, "Body too large", "The body is larger than this endpoint takes."],
  unsupported_media_type: [
    415,
    "Unsupported media type",
    "The endpoint takes application/json in UTF-8, or the file that its description names, without an unknown Content-Encoding.",
  ],
  validation_failed: [
    422,
    "Validation failed",
    "One or more fields have a value that is not allowed; errors lists all of them.",
  ],
  idempotency_key_reused: [422, "Idempotency-Key reused", "The Idempotency-Key was used before with another body."],
  target_not_allowed: [422, "Target not allowed", "The address is not one that the service may connect to."],
  headers_too_large: [
    431,
    "Header fields too large",
    "The header fields, or the URL with its query, are too long; send fewer or shorter ones.",
  ],
  rate_limited: [
    429,
    "Too many requests",
    "More requests came within a minute, or are under way at once, than are allowed; wait as long as Retry-After says.",
  ],
  internal: [500, "Internal error", "The service failed; the request id helps to find out why."],
  not_implemented: [501, "Not implemented", "This door is there, but what is behind it is not part of this version."],
  unavailable: [
    503,
    "Temporarily unavailable",
    "A part that the service needs is not reachable; try again after Retry-After.",
  ],
} as const satisfies Record<string, readonly [status: number, title: string, meaning: string]>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => ERROR_CODES[code][0];
