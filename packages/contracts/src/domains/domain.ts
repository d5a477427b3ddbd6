import { z } from "zod";
import { listOf, pageQuery, validateOnlyQuery } from "../list.js";

const DOMAIN_LENGTH_MAX = 253;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const domainNameSchema = z
  .string()
  .max(DOMAIN_LENGTH_MAX)
  .toLowerCase()
  .regex(DOMAIN, "must be a domain such as shop.example.com, without a scheme or path; write an IDN in its xn-- form")
  .meta({ examples: ["shop.example.com"] });

export const domainSchema = z
  .object({
    domain: z.string(),
    dns_record: z
      .object({ type: z.literal("TXT"), name: z.string(), value: z.string() })
      .describe("The DNS record that proves the domain."),
    file: z
      .object({ url: z.string(), content: z.string() })
      .describe("Or the file that proves it. Redirects are not followed."),
    verified_at: z.iso.datetime().nullable().describe("When the domain was proven; null if it was not yet."),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Domain" });
export type Domain = z.output<typeof domainSchema>;

/** No top-level domain is a number, so that an IPv4 address is not a domain (WHATWG URL, "ends in a number"). */
export const domainCreateSchema = z.strictObject({
  domain: domainNameSchema.refine((domain) => !/\.\d+$/.test(domain), {
    error: "must be a domain such as shop.example.com, not an IP address",
    params: { code: "not_allowed" },
  }),
});
export const domainListSchema = listOf(domainSchema);
export const domainListQuery = z.object(pageQuery);
export const domainParams = z.object({ domain: domainNameSchema });
export const domainWriteQuery = z.object(validateOnlyQuery);
