import type { Destination, DestinationAuth, DestinationCreate } from "@skucast/contracts/destinations/destination";
import type { DestinationType } from "@skucast/contracts/destinations/destination-types";

/** The types that are set up in one form. SFTP has steps of its own, because a host key must be confirmed. */
export type OneFormType = Exclude<DestinationType, "sftp">;

/** Form values of a destination that is not an SFTP server. */
export interface TypedValues {
  readonly name: string;
  readonly strategy: Destination["strategy"];
  readonly host: string;
  readonly port: string;
  readonly username: string;
  readonly path: string;
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly url: string;
  readonly method: string;
  readonly fieldName: string;
  readonly hostFeedId: string;
  readonly productsMax: string;
  /** Lines of `name: value`. Empty keeps the stored ones. */
  readonly headers: string;
  readonly caCertificate: string;
  /** `keep` leaves the stored login unchanged. */
  readonly auth: DestinationAuth["type"] | "keep";
  readonly accessKeyId: string;
  /** The password, secret key or token. */
  readonly secret: string;
}

const FTPS_PORT = 21;
const PRODUCTS_MAX = 100;
const LOGIN_OF = { s3: "access_key", https: "none", ftps: "password", acp: "bearer" } as const satisfies Record<
  OneFormType,
  DestinationAuth["type"]
>;

export const typedValuesOf = (type: OneFormType, shown: Destination | undefined): TypedValues => ({
  name: shown?.name ?? "",
  strategy: shown?.strategy ?? (type === "ftps" ? "rename" : "direct"),
  host: shown?.host ?? "",
  port: String(shown?.port ?? FTPS_PORT),
  username: shown?.username ?? "",
  path: shown?.path ?? ".",
  endpoint: shown?.endpoint ?? "",
  region: shown?.region ?? "us-east-1",
  bucket: shown?.bucket ?? "",
  prefix: shown?.prefix ?? "",
  url: shown?.url ?? "",
  method: shown?.method ?? "PUT",
  fieldName: shown?.field_name ?? "file",
  hostFeedId: shown?.host_feed_id ?? "",
  productsMax: String(shown?.products_max ?? PRODUCTS_MAX),
  headers: "",
  caCertificate: shown?.ca_certificate ?? "",
  auth: shown ? "keep" : LOGIN_OF[type],
  accessKeyId: type === "s3" ? (shown?.username ?? "") : "",
  secret: "",
});

/** The body for the API: without `type`, which cannot be changed. */
export function typedBody(type: OneFormType, values: TypedValues): Omit<DestinationCreate, "type"> {
  const { name, strategy, caCertificate } = values;
  const auth = loginOf(values);
  const common = {
    name: name.trim(),
    strategy,
    ca_certificate: caCertificate.trim() === "" ? null : caCertificate.trim(),
    ...(auth && { auth }),
  };
  switch (type) {
    case "ftps": {
      const { host, port, username, path } = values;
      return { ...common, host: host.trim(), port: Number(port), username: username.trim(), path: path.trim() } as Body;
    }
    case "s3": {
      const { endpoint, region, bucket, prefix } = values;
      const place = { region: region.trim(), bucket: bucket.trim(), prefix: prefix.trim() };
      return { ...common, ...place, ...(endpoint.trim() !== "" && { endpoint: endpoint.trim() }) } as Body;
    }
    case "https": {
      const { url, method, fieldName, headers } = values;
      const place = { url: url.trim(), method, field_name: fieldName.trim() };
      return { ...common, ...place, ...givenHeaders(headers) } as Body;
    }
    case "acp": {
      const { url, hostFeedId, productsMax, headers } = values;
      const place = { url: url.trim(), host_feed_id: hostFeedId.trim(), products_max: Number(productsMax) };
      return { ...common, ...place, ...givenHeaders(headers) } as Body;
    }
  }
}

type Body = Omit<DestinationCreate, "type">;

const givenHeaders = (lines: string) => (lines.trim() === "" ? {} : { headers: headersOf(lines) });

/** Lines of `name: value`. A line without a colon becomes a header without a value, which the contract rejects. */
const headersOf = (lines: string): { name: string; value: string }[] =>
  lines
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [name = "", ...value] = line.split(":");
      return { name: name.trim(), value: value.join(":").trim() };
    });

function loginOf({ auth, secret, accessKeyId, username }: TypedValues): DestinationAuth | undefined {
  switch (auth) {
    case "keep":
      return undefined;
    case "access_key":
      return { type: auth, access_key_id: accessKeyId.trim(), secret_access_key: secret };
    case "basic":
      return { type: auth, username: username.trim(), password: secret };
    case "bearer":
      return { type: auth, token: secret };
    case "password":
      return { type: auth, password: secret };
    case "public_key":
    case "none":
      return { type: auth };
  }
}
