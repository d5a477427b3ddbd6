import { LRUCache } from "lru-cache";
import type { StoredExtras } from "../attempts/request-extras.js";
import type { StoredFormerKey } from "../attempts/signing-keys.js";
import type { DispatcherContext } from "../context.js";
import type { EndpointHosts } from "../endpoints/endpoint-hosts.js";

/** What an endpoint's attempts need, as stored. The object stays the same until the endpoint changes. */
export interface StoredEndpoint {
  readonly workspaceId: string;
  readonly endpointId: string;
  /** Raised by every change of these fields. */
  readonly version: string;
  readonly url: string;
  /** `url`, parsed. */
  readonly target: URL;
  readonly secretSealed: Uint8Array;
  readonly privateKeySealed: Uint8Array | null;
  readonly formerKeys: readonly StoredFormerKey[];
  readonly extras: StoredExtras;
}

export type EndpointRef = Pick<StoredEndpoint, "workspaceId" | "endpointId" | "version">;

interface Row {
  readonly workspace_id: string;
  readonly id: string;
  readonly version: string;
  readonly url: string;
  readonly secret_sealed: Uint8Array;
  readonly private_key_sealed: Uint8Array | null;
  readonly former_keys: readonly StoredFormerKey[];
  readonly headers_sealed: Uint8Array | null;
  readonly plain_signature: StoredExtras["plainSignature"];
  readonly plain_secret_sealed: Uint8Array | null;
  readonly client_certificate: string | null;
  readonly client_key_sealed: Uint8Array | null;
}

/**
 * Endpoints that take turns must all fit, or each attempt would read its endpoint and decrypt its keys, which costs more
 * than the rest of the attempt.
 */
const CACHED_BYTES_MAX = 128 * 1024 * 1024;
/** Measured: an endpoint without extras, with its decrypted keys. */
const BYTES_PER_ENDPOINT = 6_000;
/** What an endpoint sends in addition is kept sealed, decrypted, and in its HTTP client. */
const COPIES_OF_EXTRAS = 3;

const READ = {
  name: "webhook-dispatcher.read-endpoints",
  text: `
    SELECT e.workspace_id, e.id, e.version, e.url, e.secret_sealed, e.private_key_sealed, e.former_keys, e.headers_sealed,
           e.plain_signature, e.plain_secret_sealed, e.client_certificate, e.client_key_sealed
    FROM unnest($1::text[], $2::text[]) AS a (workspace_id, id)
    JOIN webhook_endpoints e ON e.workspace_id = a.workspace_id AND e.id = a.id`,
};

/** Reads endpoints in the given version or a newer one; returns those that exist, by id. */
export type ReadEndpoints = (refs: readonly EndpointRef[]) => Promise<ReadonlyMap<string, StoredEndpoint>>;

/** Reads through a cache: PostgreSQL is queried only for endpoints that have changed or are not cached. */
export function createEndpointReader(
  ctx: Pick<DispatcherContext, "db">,
  hosts: Pick<EndpointHosts, "note">,
): ReadEndpoints {
  const cache = new LRUCache<string, StoredEndpoint>({ maxSize: CACHED_BYTES_MAX, sizeCalculation: bytesOf });

  async function read(refs: readonly EndpointRef[]): Promise<readonly StoredEndpoint[]> {
    if (refs.length === 0) return [];
    const { rows } = await ctx.db.system.query<Row>(READ, [
      refs.map(({ workspaceId }) => workspaceId),
      refs.map(({ endpointId }) => endpointId),
    ]);
    for (const { id, url } of rows) hosts.note(id, url);
    return rows.map(toEndpoint);
  }

  return async (refs) => {
    const found = new Map<string, StoredEndpoint>();
    const missing = new Map<string, EndpointRef>();
    for (const ref of refs) {
      const known = cache.get(ref.endpointId);
      if (known?.version === ref.version) found.set(ref.endpointId, known);
      else missing.set(ref.endpointId, ref);
    }
    for (const endpoint of await read([...missing.values()])) {
      cache.set(endpoint.endpointId, endpoint);
      found.set(endpoint.endpointId, endpoint);
    }
    return found;
  };
}

function bytesOf({ url, formerKeys, extras }: StoredEndpoint): number {
  const { headersSealed, plainSecretSealed, clientCertificate, clientKeySealed } = extras;
  const lengths = [headersSealed, plainSecretSealed, clientCertificate, clientKeySealed].map((one) => one?.length ?? 0);
  const ofExtras = lengths.reduce((sum, length) => sum + length, url.length);
  return BYTES_PER_ENDPOINT * (1 + formerKeys.length / 2) + COPIES_OF_EXTRAS * ofExtras;
}

const toEndpoint = (row: Row): StoredEndpoint => ({
  workspaceId: row.workspace_id,
  endpointId: row.id,
  version: row.version,
  url: row.url,
  target: new URL(row.url),
  secretSealed: row.secret_sealed,
  privateKeySealed: row.private_key_sealed,
  formerKeys: row.former_keys,
  extras: {
    headersSealed: row.headers_sealed,
    plainSignature: row.plain_signature,
    plainSecretSealed: row.plain_secret_sealed,
    clientCertificate: row.client_certificate,
    clientKeySealed: row.client_key_sealed,
  },
});
