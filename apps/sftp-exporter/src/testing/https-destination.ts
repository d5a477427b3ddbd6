import type { HttpsPartner } from "@skucast/partners/testing/start-https-partner";
import type { NewDestination } from "./open-exporter-fixture.js";

interface Given extends NewDestination {
  /** Of the uploaded file. Default: only its name. */
  readonly urlPath: string;
}

/** A destination that uploads to the partner, without authentication and directly, unless something else is given. */
export const httpsDestination = (
  { origin, ca }: HttpsPartner,
  { urlPath = "/{file_name}", options, ...more }: Partial<Given> = {},
): NewDestination => ({
  type: "https",
  port: 443,
  strategy: "direct",
  auth: { type: "none" },
  ...more,
  options: {
    url: `${origin}${urlPath}`,
    method: "PUT",
    field_name: "file",
    success_statuses: [200, 201],
    ca_certificate: ca,
    ...options,
  },
});
