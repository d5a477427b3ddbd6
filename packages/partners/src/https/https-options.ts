import { FILE_NAME_PLACEHOLDER } from "@skucast/contracts/destinations/destination-types";
import { z } from "zod";

/** The options of an HTTPS destination, as stored. */
export const optionsSchema = z.object({
  url: z.string(),
  method: z.enum(["PUT", "POST"]),
  field_name: z.string(),
  success_statuses: z.array(z.int()),
  ca_certificate: z.string().nullish(),
});
export type HttpsOptions = z.output<typeof optionsSchema>;

const headers = z.array(z.object({ name: z.string(), value: z.string() })).default([]);

export const loginSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("none"), headers }),
  z.object({ type: z.literal("basic"), username: z.string(), password: z.string(), headers }),
  z.object({ type: z.literal("bearer"), token: z.string(), headers }),
]);
export type HttpsLogin = z.output<typeof loginSchema>;

/** The URL of a file. */
export const urlOf = ({ url }: HttpsOptions, name: string): URL =>
  new URL(url.replaceAll(FILE_NAME_PLACEHOLDER, encodeURIComponent(name)));

/** Headers of every request: the credentials, then the user's own. */
export function headersOf(login: HttpsLogin): Record<string, string> {
  const own = Object.fromEntries(login.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  switch (login.type) {
    case "none":
      return own;
    case "basic": {
      const pair = Buffer.from(`${login.username}:${login.password}`).toString("base64");
      return { authorization: `Basic ${pair}`, ...own };
    }
    case "bearer":
      return { authorization: `Bearer ${login.token}`, ...own };
  }
}

/** What must not be shown in a message of the server. */
export function secretsOf(login: HttpsLogin): string[] {
  const values = login.headers.map(({ value }) => value);
  if (login.type === "basic") return [...values, login.password];
  return login.type === "bearer" ? [...values, login.token] : values;
}
