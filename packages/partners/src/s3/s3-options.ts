import { z } from "zod";

/** The options of an S3 destination, as stored. */
export const optionsSchema = z.object({
  endpoint: z.string().optional(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  path_style: z.boolean(),
  ca_certificate: z.string().nullish(),
});
export type S3Options = z.output<typeof optionsSchema>;

export const loginSchema = z.object({
  type: z.literal("access_key"),
  access_key_id: z.string(),
  secret_access_key: z.string(),
});
export type S3Login = z.output<typeof loginSchema>;
