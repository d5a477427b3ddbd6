import type { Destination, DestinationCreate } from "@skucast/contracts/destinations/destination";

/** What the form of a destination holds. */
export interface DestinationValues {
  readonly name: string;
  readonly host: string;
  readonly port: string;
  readonly username: string;
  /** keep: of one that exists, the login stays as it is. */
  readonly auth: "public_key" | "password" | "keep";
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

/** What is sent for what was typed. */
export function destinationBody({ name, host, port, username, auth, password, path, strategy }: DestinationValues) {
  const login: DestinationCreate["auth"] = auth === "password" ? { type: auth, password } : { type: "public_key" };
  const place = { name: name.trim(), host: host.trim(), port: Number(port), username: username.trim() };
  return { ...place, path: path.trim(), strategy, ...(auth !== "keep" && { auth: login }) };
}
