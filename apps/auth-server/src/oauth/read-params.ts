import { readBody } from "@skucast/http-kit/read-body";
import type { Request } from "express";
import { OAuthError } from "./oauth-error.js";
import { countError, paramsError } from "./validate-params.js";

const BODY_BYTES_MAX = 32_768;
const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;

/**
 * Reads the parameters of a form body (RFC 6749, section 3.2). None may be repeated except `resource`, which may use
 * several names for one resource. Parameters without a value are dropped.
 */
export async function readParams(req: Request): Promise<URLSearchParams> {
  if (!FORM.test(req.headers["content-type"] ?? "")) {
    throw new OAuthError(400, "invalid_request", "the body must be application/x-www-form-urlencoded");
  }
  const sent = new URLSearchParams((await readBody(req, BODY_BYTES_MAX)).toString("utf8"));
  const tooMany = countError(sent);
  if (tooMany !== undefined) throw new OAuthError(400, "invalid_request", tooMany);
  const params = new URLSearchParams();
  for (const [name, value] of sent) {
    if (value === "") continue;
    if (params.has(name) && name !== "resource") {
      throw new OAuthError(400, "invalid_request", `${name.slice(0, 40)} must not be provided twice`);
    }
    params.append(name, value);
  }
  const fault = paramsError(params);
  if (fault !== undefined) throw new OAuthError(400, "invalid_request", fault);
  return params;
}
