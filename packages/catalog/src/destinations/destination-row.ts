import { type Destination, destinationSchema } from "@skucast/contracts/destinations/destination";
import type { Destination as DestinationRow } from "@skucast/db/generated/client";

/** A destination that was only validated: the key pair that was made for it is not kept, so it must not be installed. */
export const withoutPublicKey = ({ auth: { type }, ...destination }: Destination): Destination => ({
  ...destination,
  auth: { type },
});

/** A stored destination as it is answered: without its secret. */
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
    auth: {
      type: row.authType,
      ...(row.publicKey !== null && { public_key: row.publicKey }),
      ...(row.nextPublicKey !== null && { next_public_key: row.nextPublicKey }),
    },
    host_keys: row.hostKeys,
    path: row.path,
    strategy: row.strategy,
    legacy_algorithms_until: row.legacyAlgorithmsUntil?.toISOString().slice(0, 10) ?? null,
    version: Number(row.version),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });
