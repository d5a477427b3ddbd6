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

export const noContent: Reply = { status: 204 };
