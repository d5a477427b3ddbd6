import { expect, test } from "@jest/globals";
import type { DispatcherContext } from "../context.js";
import { createEndpointReader } from "./read-endpoints.js";

const ENDPOINTS = 10_000;

/** A reader over a table in memory, which records the ids that were read. */
function openReader(extras: { readonly client_certificate: string | null }) {
  const readIds: string[] = [];
  const query = async (_statement: unknown, [, ids]: readonly (readonly string[])[]) => {
    readIds.push(...(ids ?? []));
    return {
      rows: (ids ?? []).map((id) => ({
        workspace_id: "ws_1",
        id,
        version: "1",
        url: `https://${id.replace("_", "-")}.example/webhooks`,
        secret_sealed: Buffer.alloc(150),
        private_key_sealed: Buffer.alloc(200),
        former_keys: [],
        headers_sealed: null,
        plain_signature: null,
        plain_secret_sealed: null,
        client_key_sealed: null,
        ...extras,
      })),
    };
  };
  const db = { system: { query } } as unknown as DispatcherContext["db"];
  const readEndpoints = createEndpointReader({ db }, { note: () => {} });
  const readInTurn = async () => {
    for (let n = 0; n < ENDPOINTS; n += 100) {
      const refs = Array.from({ length: 100 }, (_, i) => ({
        workspaceId: "ws_1",
        endpointId: `we_${n + i}`,
        version: "1",
      }));
      expect((await readEndpoints(refs)).size).toBe(100);
    }
  };
  return { readIds, readInTurn };
}

test("ten thousand endpoints that take turns are read once", async () => {
  const { readIds, readInTurn } = openReader({ client_certificate: null });
  await readInTurn();
  await readInTurn();
  expect(readIds).toHaveLength(ENDPOINTS);
});

test("endpoints with large client certificates are cached only within the limit of memory", async () => {
  const { readIds, readInTurn } = openReader({ client_certificate: "c".repeat(16_384) });
  await readInTurn();
  await readInTurn();
  expect(readIds).toHaveLength(2 * ENDPOINTS);
});
