import type { Destination, DestinationCreate } from "@skucast/contracts/destinations/destination";

/** What the forms of a destination hold. */
export interface DestinationValues {
  readonly name: string;
  readonly host: string;
  readonly port: string;
  readonly username: string;
  /** keep: of one that exists, the login stays as it is. */
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

/** What is sent of where the server is. */
export const serverBody = ({ name, host, port, username, path, strategy }: DestinationValues) => ({
  ...{ name: name.trim(), host: host.trim(), port: Number(port), username: username.trim() },
  ...{ path: path.trim(), strategy },
});

/** The same for a destination that exists, with its password where that is needed again because the address changes. */
export const changedServerBody = (values: DestinationValues, { type }: Destination["auth"]) => ({
  ...serverBody(values),
  ...(values.password !== "" && {
    auth: loginBody({ ...values, auth: type === "password" ? type : "public_key_and_password" }),
  }),
});

/** What is sent of how one logs in. */
export const loginBody = ({
  auth,
  password,
}: Pick<DestinationValues, "auth" | "password">): DestinationCreate["auth"] =>
  auth === "password"
    ? { type: auth, password }
    : { type: "public_key", ...(auth === "public_key_and_password" && { password }) };

/** Whether the login has a password to be typed. */
export const takesPassword = ({ auth }: Pick<DestinationValues, "auth">): boolean =>
  auth === "password" || auth === "public_key_and_password";

/** What texts call a login. */
export const loginName = ({ type, has_password }: Destination["auth"]) =>
  type === "public_key" && has_password ? "public_key_and_password" : type;

/** What is sent for what was typed. */
export const destinationBody = (values: DestinationValues) => ({
  ...serverBody(values),
  ...(values.auth !== "keep" && { auth: loginBody(values) }),
});
