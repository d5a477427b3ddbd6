import { Problem } from "@skucast/contracts/problem";
import { API_VERSIONS } from "@skucast/contracts/service";
import type { Request } from "express";

/** The version that answers without an API-Version header. */
export const CURRENT_API_VERSION = API_VERSIONS[0];

/** Refuses a version that is not served, so that nobody relies on one; 400 unsupported_version names those that are. */
export function checkApiVersion(req: Request): void {
  const asked = req.headers["api-version"];
  if (asked === undefined || API_VERSIONS.some((version) => version === asked)) return;
  throw new Problem("unsupported_version", `API-Version must be ${API_VERSIONS.join(" or ")}, or left out.`, {
    members: { supported_versions: API_VERSIONS },
  });
}
