import { API_BASE_PATH } from "@skucast/contracts/service";
import { etagOf } from "@skucast/http-kit/etag";
import type { Reply } from "@skucast/http-kit/handler";

interface Resource {
  readonly id: string;
  readonly version: number;
}

/** A resource with its ETag. A dry run has none, because its version is not stored. */
export const resource = (json: Resource, validateOnly = false): Reply =>
  validateOnly ? { status: 200, json } : { status: 200, json, etag: etagOf(json.version) };

/** For responses with a secret: no cache may store them. */
const NO_STORE = { "Cache-Control": "no-store" };

/** A created resource with a secret that is shown once: 201 with its Location; 200 without the secret for a dry run. */
export const createdWithSecret = (json: { readonly id: string }, path: string, validateOnly: boolean): Reply =>
  validateOnly
    ? { status: 200, json }
    : { status: 201, json, headers: NO_STORE, location: `${API_BASE_PATH}${path}/${encodeURIComponent(json.id)}` };

/** A resource with a secret that is shown once. */
export const withSecret = (json: Resource, validateOnly: boolean): Reply =>
  validateOnly ? resource(json, true) : { ...resource(json), headers: NO_STORE };

/** A created resource: 201 with its Location; 200 for a dry run. */
export const created = (json: Resource, path: string, validateOnly: boolean): Reply =>
  validateOnly
    ? { status: 200, json }
    : {
        status: 201,
        json,
        etag: etagOf(json.version),
        location: `${API_BASE_PATH}${path}/${encodeURIComponent(json.id)}`,
      };

/** Accepted work that is done later: 202 with the ETag of its resource; 200 for a dry run. */
export const accepted = (json: object & { readonly version?: number }, validateOnly: boolean): Reply => {
  if (validateOnly) return { status: 200, json };
  return { status: 202, json, ...(json.version !== undefined && { etag: etagOf(json.version) }) };
};

/** Accepted work with a new resource, from which the client reads its progress: 202 with its Location. */
export const started = (
  json: Parameters<typeof accepted>[0] & { id: string },
  path: string,
  validateOnly: boolean,
): Reply =>
  validateOnly ? accepted(json, true) : { ...accepted(json, false), location: `${API_BASE_PATH}${path}/${json.id}` };

export const noContent: Reply = { status: 204 };
