import { Problem } from "@skucast/contracts/problem";
import { API_VERSIONS } from "@skucast/contracts/service";
import type { Request } from "express";

/** The version used without an API-Version header. */
export const CURRENT_API_VERSION = API_VERSIONS[0];

/** Rejects unsupported versions, so that no client relies on one. 400 unsupported_version lists the supported ones. */
export function checkApiVersion(req: Request): void {
  const asked = req.headers["api-version"];
  if (asked === undefined || API_VERSIONS.some((version) => version === asked)) return;
  throw new Problem("unsupported_version", `API-Version must be ${API_VERSIONS.join(" or ")}, or omitted.`, {
    members: { supported_versions: API_VERSIONS },
  });
}
