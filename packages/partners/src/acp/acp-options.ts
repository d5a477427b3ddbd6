import { z } from "zod";

/** The options of an ACP destination, as stored. */
export const acpOptionsSchema = z.object({
  url: z.string(),
  host_feed_id: z.string(),
  products_max: z.int(),
  ca_certificate: z.string().nullish(),
});
export type AcpOptions = z.output<typeof acpOptionsSchema>;

/** The URL of the host's feed, or of what is below it. */
export function feedUrlOf({ url, host_feed_id }: AcpOptions, below = ""): URL {
  const base = new URL(url);
  base.pathname = `${base.pathname.replace(/\/+$/, "")}/feeds/${encodeURIComponent(host_feed_id)}${below}`;
  return base;
}
