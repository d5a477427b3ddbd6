import type { Destination, DestinationAuth, DestinationCreate } from "@skucast/contracts/destinations/destination";
import {
  FILE_NAME_PLACEHOLDER,
  RULES_OF_TYPE,
  type TypedField,
} from "@skucast/contracts/destinations/destination-types";
import type { Prisma } from "@skucast/db/generated/client";
import { acpOptionsSchema, feedUrlOf } from "@skucast/partners/acp/acp-options";
import { assertTargetAllowed } from "../assert-target-allowed.js";
import type { CatalogContext } from "../context.js";

/** A destination's fields without its login and without what the service maintains. */
export type DestinationFields = Omit<
  Destination,
  "id" | "auth" | "bound_to" | "last_test" | "ordered_writes_since" | "version" | "created_at" | "updated_at"
>;

const PATH_LENGTH_MAX = 500;
const PORTS = { sftp: 22, ftps: 21 } as const;
const REGION = "us-east-1";
const PRODUCTS_MAX = 100;
const SUCCESS_STATUSES = [200, 201, 202, 204];

/** The fields of a new destination, with the defaults of its type. */
export function completedFields({ auth, headers = [], ...given }: DestinationCreate): DestinationFields {
  const { type } = given;
  const common = {
    host: given.host ?? "",
    port: given.port ?? (type === "ftps" ? PORTS.ftps : PORTS.sftp),
    username: given.username ?? usernameOf(auth),
    path: given.path ?? ".",
    host_keys: given.host_keys ?? [],
    writes_max: given.writes_max ?? 64,
    legacy_algorithms_until: given.legacy_algorithms_until ?? null,
    strategy: given.strategy ?? RULES_OF_TYPE[type].strategies[0],
  };
  const { name, verify, remove_stale, connections_max, ca_certificate = null } = given;
  const fields = { type, name, verify, remove_stale, connections_max, ...common };
  switch (type) {
    case "sftp":
      return fields;
    case "ftps":
      return { ...fields, ca_certificate };
    case "s3": {
      const { endpoint, region = REGION, bucket, prefix = "" } = given;
      const path_style = given.path_style ?? endpoint !== undefined;
      return withAddress({
        ...fields,
        ...(endpoint && { endpoint }),
        region,
        bucket,
        prefix,
        path_style,
        ca_certificate,
      });
    }
    case "https": {
      const { url, method = "PUT", field_name = "file", success_statuses = SUCCESS_STATUSES } = given;
      return withAddress({
        ...fields,
        url,
        method,
        field_name,
        headers: namesOf(headers),
        success_statuses,
        ca_certificate,
      });
    }
    case "acp": {
      const { url, host_feed_id, products_max = PRODUCTS_MAX } = given;
      return withAddress({ ...fields, url, host_feed_id, products_max, headers: namesOf(headers), ca_certificate });
    }
  }
}

/** Headers as they are shown: their values are secret. */
export const namesOf = (headers: readonly { readonly name: string }[]) => headers.map(({ name }) => ({ name }));

/** Stands for the user of a server that wants no login. */
const ANONYMOUS = "anonymous";

/** The user of a login, for types whose login names it. */
export function usernameOf(auth: DestinationAuth | undefined): string {
  if (auth?.type === "access_key") return auth.access_key_id;
  return auth?.type === "basic" ? auth.username : ANONYMOUS;
}

/** The fields with the host, port and folder that follow from the endpoint or the URL. */
export function withAddress<Fields extends DestinationFields>(fields: Fields): Fields {
  const text = urlOf(fields);
  if (text === undefined) return fields;
  const { hostname, port, protocol, pathname } = new URL(text);
  const start = fields.type === "acp" ? feedUrlOf(acpOptionsSchema.parse(fields)).pathname : pathname;
  const path = fields.type === "s3" ? fields.prefix || "." : start.slice(0, PATH_LENGTH_MAX);
  return {
    ...fields,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
    path,
  };
}

/** The URL of a bucket's store, of an HTTPS upload or of an API. */
function urlOf({ type, endpoint, region, url }: DestinationFields): string | undefined {
  if (type === "s3") return endpoint ?? `https://s3.${region}.amazonaws.com`;
  return type === "https" || type === "acp" ? url : undefined;
}

/** The server that secrets are sent to. */
export const originOf = (fields: DestinationFields): string => {
  const url = urlOf(fields);
  return url === undefined ? `${fields.host}:${fields.port}` : new URL(url).origin;
};

/** Throws `target_not_allowed` unless the target guard accepts the destination's server. */
export async function assertServerAllowed({ guard }: CatalogContext, fields: DestinationFields): Promise<void> {
  const { type, host, port, bucket, path_style } = fields;
  const url = urlOf(fields)?.replaceAll(FILE_NAME_PLACEHOLDER, "file");
  if (url === undefined)
    return assertTargetAllowed(
      "/host",
      async () => void (await guard.checkHost(host, port, type === "ftps" ? "ftps:" : "sftp:")),
    );
  const address = new URL(url);
  if (type === "s3" && !path_style) address.hostname = `${bucket}.${address.hostname}`;
  await assertTargetAllowed(type === "s3" ? "/endpoint" : "/url", () => guard.checkUrl(address.href));
}

/** The fields that are stored as options: those of the type alone, which have no column. */
const OPTION_NAMES: readonly TypedField[] = [
  "headers",
  "endpoint",
  "region",
  "bucket",
  "prefix",
  "path_style",
  "url",
  "method",
  "field_name",
  "success_statuses",
  "host_feed_id",
  "products_max",
  "ca_certificate",
];

/** The options of a destination, as stored. */
export function optionsOf(fields: DestinationFields): Prisma.InputJsonObject {
  const given = new Map(Object.entries(fields));
  const present = OPTION_NAMES.filter((name) => given.get(name) !== undefined);
  return Object.fromEntries(present.map((name) => [name, given.get(name)])) as Prisma.InputJsonObject;
}
