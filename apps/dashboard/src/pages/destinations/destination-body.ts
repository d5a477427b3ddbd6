import type { Destination, DestinationCreate } from "@skucast/contracts/destinations/destination";

/** Form values of a destination. */
export interface DestinationValues {
  readonly name: string;
  readonly host: string;
  readonly port: string;
  readonly username: string;
  /** `keep` leaves the stored login unchanged. */
  readonly auth: "public_key" | "password" | "public_key_and_password" | "keep";
  readonly password: string;
  readonly path: string;
  readonly strategy: Destination["strategy"];
}

const SSH_PORT = 22;

export const valuesOf = (destination: Destination | undefined): DestinationValues => ({
  name: destination?.name ?? "",
  host: destination?.host ?? "",
  port: String(destination?.port ?? SSH_PORT),
  username: destination?.username ?? "",
  auth: destination ? "keep" : "public_key",
  password: "",
  path: destination?.path ?? ".",
  strategy: destination?.strategy ?? "rename",
});

/** The members of the body for the server's name, address and folder. */
export const serverBody = ({ name, host, port, username, path, strategy }: DestinationValues) => ({
  name: name.trim(),
  host: host.trim(),
  port: Number(port),
  username: username.trim(),
  path: path.trim(),
  strategy,
});

/**
 * The same for an existing destination, with its password if one was entered. The service requires the password again
 * when the address changes.
 */
export const changedServerBody = (values: DestinationValues, { type }: Destination["auth"]) => ({
  ...serverBody(values),
  ...(values.password !== "" && {
    auth: loginBody({ ...values, auth: type === "password" ? type : "public_key_and_password" }),
  }),
});

/** The `auth` member of the body. */
export const loginBody = ({
  auth,
  password,
}: Pick<DestinationValues, "auth" | "password">): DestinationCreate["auth"] =>
  auth === "password"
    ? { type: auth, password }
    : { type: "public_key", ...(auth === "public_key_and_password" && { password }) };

/** Whether the login needs a password. */
export const takesPassword = ({ auth }: Pick<DestinationValues, "auth">): boolean =>
  auth === "password" || auth === "public_key_and_password";

/** The login's key in the texts. */
export const loginName = ({ type, has_password }: Destination["auth"]) =>
  type === "public_key" && has_password ? "public_key_and_password" : type;

export const destinationBody = (values: DestinationValues) => ({
  ...serverBody(values),
  ...(values.auth !== "keep" && { auth: loginBody(values) }),
});

/** Where the files go, on one line. */
export const addressOf = ({ type, host, port, bucket, prefix, url }: Destination): string => {
  if (type === "https") return url ?? host;
  return type === "s3" ? `${host}: ${[bucket, prefix].filter(Boolean).join("/")}` : `${host}:${port}`;
};
