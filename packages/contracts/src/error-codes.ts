/**
 * Every error code of the service with its HTTP status (RFC 9110), title and meaning. The same cause keeps the same code
 * in every version. Code that maps all of them uses `satisfies Record<ErrorCode, …>`.
 */
export const ERROR_CODES = {
  bad_request: [400, "Bad request", "The request could not be parsed; detail says why."],
  invalid_json: [
    400,
    "Body is not JSON",
    "The body is not well-formed JSON (RFC 8259), is nested too deeply or is not UTF-8.",
  ],
  invalid_cursor: [
    400,
    "Cursor is not valid",
    "The cursor does not come from this service, belongs to other filters or is older than what is kept; start again without a cursor.",
  ],
  unknown_parameter: [400, "Unknown query parameter", "The endpoint does not know a query parameter."],
  invalid_parameter: [400, "Invalid query parameter", "A query or path parameter has a value that is not allowed."],
  unsupported_version: [
    400,
    "API version not supported",
    "The API-Version header names a version that is not supported; supported_versions lists the supported ones.",
  ],
  unauthorized: [401, "Authorization missing", "The Authorization header is missing or malformed."],
  invalid_token: [
    401,
    "Token not valid",
    "The token does not exist, has expired or was revoked; for an API key that ended, detail says when.",
  ],
  forbidden: [403, "Not allowed", "The token is valid, but its scopes or role do not allow this action."],
  reauthentication_required: [
    403,
    "Recent sign-in needed",
    "A signed-in person must confirm who they are before this action, at /account/confirm; then send the request again.",
  ],
  confirmed_address_required: [
    403,
    "Confirmed address needed",
    "A signed-in person must confirm the email address of their account before this action, at /account; then send the request again.",
  ],
  second_factor_required: [
    403,
    "Second factor needed",
    "The workspace admits only sessions with a second factor; add one at /account, or sign in again with it.",
  ],
  single_sign_on_required: [
    403,
    "Single sign-on needed",
    "The workspace admits members other than owners only with single sign-on; sign out, then continue with single sign-on.",
  ],
  not_found: [404, "Not found", "The workspace has no such resource."],
  method_not_allowed: [
    405,
    "Method not allowed",
    "The path does not support this method; the Allow header lists the ones that it supports.",
  ],
  request_timeout: [408, "Request too slow", "The request did not arrive in time; retry on a new connection."],
  conflict: [409, "Conflict", "The action is not possible in the present state; detail says which ones are."],
  workspace_being_deleted: [
    409,
    "Workspace is being deleted",
    "The deletion of the workspace was requested, so nothing in it can be changed; an owner can cancel the deletion.",
  ],
  stale_version: [
    409,
    "Version is stale",
    "A newer version of the resource is stored; read it and retry with the new version.",
  ],
  request_in_progress: [
    409,
    "Request in progress",
    "A request with the same Idempotency-Key is still running; retry after Retry-After.",
  ],
  limit_reached: [
    409,
    "Limit reached",
    "The workspace has reached the limit for this resource; delete one, or ask your operator for a higher limit.",
  ],
  length_required: [411, "Length required", "The request needs a valid Content-Length."],
  precondition_failed: [412, "Precondition failed", "If-Match or If-None-Match does not match the stored version."],
  payload_too_large: [413, "Body too large", "The body is larger than this endpoint accepts."],
  unsupported_media_type: [
    415,
    "Unsupported media type",
    "The endpoint accepts application/json in UTF-8, or the file types in its description, and no other Content-Encoding.",
  ],
  range_not_satisfiable: [
    416,
    "Range not satisfiable",
    "The range begins after the end of the file; Content-Range has its size.",
  ],
  validation_failed: [422, "Validation failed", "One or more fields are not valid; errors lists all of them."],
  idempotency_key_reused: [
    422,
    "Idempotency-Key reused",
    "The Idempotency-Key was already used by another caller, or with a different query, precondition or body.",
  ],
  expectation_failed: [417, "Expectation not supported", "The Expect header may only be 100-continue; leave it out."],
  target_not_allowed: [422, "Target not allowed", "The service may not connect to this address."],
  headers_too_large: [
    431,
    "Header fields too large",
    "The header fields or the URL are too long; send fewer or shorter ones.",
  ],
  rate_limited: [
    429,
    "Too many requests",
    "Too many requests were sent within a minute or at the same time; wait as long as Retry-After says.",
  ],
  internal: [500, "Internal error", "The service failed; report the request id to your operator."],
  not_implemented: [501, "Not implemented", "This version does not implement the operation."],
  unavailable: [
    503,
    "Temporarily unavailable",
    "Something that the service depends on is not reachable; retry after Retry-After.",
  ],
} as const satisfies Record<string, readonly [status: number, title: string, meaning: string]>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** HTTP status of a code. */
export const statusOf = (code: ErrorCode): number => ERROR_CODES[code][0];
