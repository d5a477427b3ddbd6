import { readBody } from "@skucast/http-kit/read-body";
import type { Request } from "express";
import { paramsFault } from "./check-params.js";
import { OAuthRefusal } from "./refusal.js";

const BODY_BYTES_MAX = 32_768;
const FORM = /^application\/x-www-form-urlencoded(?:\s*;|$)/i;

/**
 * The parameters of a form body (RFC 6749, section 3.2): none of them twice, except `resource`, which may name one thing by
 * several names. Parameters without a value are left out.
 */
export async function readParams(req: Request): Promise<URLSearchParams> {
  if (!FORM.test(req.headers["content-type"] ?? "")) {
    throw new OAuthRefusal(400, "invalid_request", "the body must be application/x-www-form-urlencoded");
  }
  const sent = new URLSearchParams((await readBody(req, BODY_BYTES_MAX)).toString("utf8"));
  const params = new URLSearchParams();
  for (const [name, value] of sent) {
    if (value === "") continue;
    if (params.has(name) && name !== "resource") {
      throw new OAuthRefusal(400, "invalid_request", `${name.slice(0, 40)} must not be provided twice`);
    }
    params.append(name, value);
  }
  const fault = paramsFault(params);
  if (fault !== undefined) throw new OAuthRefusal(400, "invalid_request", fault);
  return params;
}
