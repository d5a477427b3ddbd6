import { API_BASE_PATH } from "@skucast/contracts/service";
import { etagOf } from "@skucast/http-kit/etag";
import type { Reply } from "@skucast/http-kit/handler";

interface Resource {
  readonly id: string;
  readonly version: number;
}

/** A resource with its ETag; without one when it was only validated: the version is not stored. */
export const resource = (json: Resource, validateOnly = false): Reply =>
  validateOnly ? { status: 200, json } : { status: 200, json, etag: etagOf(json.version) };

/** Of an answer that holds a secret: nothing on the way may keep it. */
const NO_STORE = { "Cache-Control": "no-store" };

/** Something new whose answer shows a secret once: 201 with its address; 200 without the secret when it was only validated. */
export const createdWithSecret = (json: { readonly id: string }, path: string, validateOnly: boolean): Reply =>
  validateOnly
    ? { status: 200, json }
    : { status: 201, json, headers: NO_STORE, location: `${API_BASE_PATH}${path}/${encodeURIComponent(json.id)}` };

/** A resource whose answer shows a secret this once. */
export const withSecret = (json: Resource, validateOnly: boolean): Reply =>
  validateOnly ? resource(json, true) : { ...resource(json), headers: NO_STORE };

/** A new resource: 201 with its address; 200 when it was only validated. */
export const created = (json: Resource, path: string, validateOnly: boolean): Reply =>
  validateOnly
    ? { status: 200, json }
    : {
        status: 201,
        json,
        etag: etagOf(json.version),
        location: `${API_BASE_PATH}${path}/${encodeURIComponent(json.id)}`,
      };

/** Work that was taken on and is done later: 202, with the tag of the resource that stands for it; 200 when it was only validated. */
export const accepted = (json: object & { readonly version?: number }, validateOnly: boolean): Reply => {
  if (validateOnly) return { status: 200, json };
  return { status: 202, json, ...(json.version !== undefined && { etag: etagOf(json.version) }) };
};

export const noContent: Reply = { status: 204 };
