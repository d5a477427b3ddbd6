import { type Destination, destinationSchema } from "@skucast/contracts/destinations/destination";
import type { Destination as DestinationRow } from "@skucast/db/generated/client";
import { type DestinationFields, optionsOf } from "./destination-address.js";

/** For a destination that was only validated: its key pair is not stored, so the public key must not be installed. */
export const withoutPublicKey = ({ auth, ...destination }: Destination): Destination => ({
  ...destination,
  auth: { type: auth.type, has_password: auth.has_password },
});

/** A stored destination as returned to clients: without its secret. */
export const destinationOf = (
  row: Omit<DestinationRow, "workspaceId" | "authSealed" | "nextAuthSealed" | "testedAt">,
): Destination =>
  destinationSchema.parse({
    id: row.id,
    name: row.name,
    type: row.type,
    host: row.host,
    port: row.port,
    username: row.username,
    ...(row.options as object),
    auth: {
      type: row.authType,
      has_password: row.authType === "password" || row.hasPassword,
      ...(row.publicKey !== null && { public_key: row.publicKey }),
      ...(row.nextPublicKey !== null && { next_public_key: row.nextPublicKey }),
    },
    host_keys: row.hostKeys,
    path: row.path,
    strategy: row.strategy,
    verify: row.verify,
    remove_stale: row.removeStale,
    connections_max: row.connectionsMax,
    writes_max: row.writesMax,
    last_test: row.lastTest,
    bound_to: row.boundTo,
    ordered_writes_since: row.orderedWritesSince?.toISOString() ?? null,
    legacy_algorithms_until: row.legacyAlgorithmsUntil?.toISOString().slice(0, 10) ?? null,
    version: Number(row.version),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });

/** The columns for a destination's fields. */
export const destinationColumns = (fields: DestinationFields) => ({
  name: fields.name,
  type: fields.type,
  host: fields.host,
  port: fields.port,
  username: fields.username,
  hostKeys: fields.host_keys,
  path: fields.path,
  strategy: fields.strategy,
  verify: fields.verify,
  removeStale: fields.remove_stale,
  connectionsMax: fields.connections_max,
  writesMax: fields.writes_max,
  options: optionsOf(fields),
  legacyAlgorithmsUntil:
    fields.legacy_algorithms_until === null ? null : new Date(`${fields.legacy_algorithms_until}T00:00:00Z`),
});
