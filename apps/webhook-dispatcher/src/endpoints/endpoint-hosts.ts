import { batchCalls } from "@skucast/service-kit/batch-calls";
import { LRUCache } from "lru-cache";
import type { DispatcherContext } from "../context.js";
import { STATEMENT_BATCH } from "../deliveries/statement-batch.js";

interface EndpointRef {
  readonly workspaceId: string;
  readonly endpointId: string;
}

/** The hosts that endpoints name, with their ports, as far as this process knows them. */
export interface EndpointHosts {
  /** Undefined until `note` or `learn`. */
  hostOf(endpointId: string): string | undefined;
  /** Remembers what was read anyway. */
  note(endpointId: string, url: string): void;
  /** Reads the host if it is not known. */
  learn(ref: EndpointRef): Promise<void>;
}

const READ = {
  name: "webhook-dispatcher.endpoint-urls",
  text: `SELECT e.id, e.url FROM unnest($1::text[], $2::text[]) AS a (workspace_id, id)
         JOIN webhook_endpoints e ON e.workspace_id = a.workspace_id AND e.id = a.id`,
};

const KNOWN_MAX = 20_000;

export function createEndpointHosts({ db }: Pick<DispatcherContext, "db">): EndpointHosts {
  const known = new LRUCache<string, { readonly url: string; readonly host: string }>({ max: KNOWN_MAX });

  function note(endpointId: string, url: string): void {
    if (known.get(endpointId)?.url !== url) known.set(endpointId, { url, host: new URL(url).host });
  }

  const read = batchCalls<EndpointRef, undefined>({
    ...STATEMENT_BATCH,
    run: async (refs) => {
      const { rows } = await db.system.query<{ id: string; url: string }>(READ, [
        refs.map(({ workspaceId }) => workspaceId),
        refs.map(({ endpointId }) => endpointId),
      ]);
      for (const { id, url } of rows) note(id, url);
      return refs.map(() => undefined);
    },
  });

  return {
    hostOf: (endpointId) => known.get(endpointId)?.host,
    note,
    learn: async (ref) => {
      if (!known.has(ref.endpointId)) await read(ref);
    },
  };
}
