import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createTestDatabase, type TestDatabase } from "@skucast/testkit/create-test-database";
import pg from "pg";
import { type Database, openDatabase } from "../database.js";
import { insertRow, tenantRows } from "../testing/tenant-rows.js";
import {
  type Rewrap,
  rewrapArtifacts,
  rewrapDestinations,
  rewrapEndpoints,
  rewrapHostKeys,
  rewrapSources,
} from "./rewrap-secrets.js";

let database: TestDatabase;
let db: Database;
let superuser: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.appUrl });
  superuser = new pg.Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  await insertRow(superuser, "workspaces", { id: "ws_a", name: "a" });
});
afterAll(async () => {
  await superuser.end();
  await db.close();
  await database.drop();
});

const ENDPOINTS = 250;
const placeOf = (kind: string, { endpointId }: { endpointId: string }) => `${endpointId}/${kind}`;
const former = (sealed: string) => ({
  kind: "secret",
  sealed: Buffer.from(sealed).toString("base64"),
  public_key: null,
});

beforeEach(async () => {
  await superuser.query("DELETE FROM webhook_endpoints");
  await superuser.query("DELETE FROM destinations");
  for (let i = 0; i < ENDPOINTS; i += 1) {
    const row = { ...tenantRows("ws_a").webhook_endpoints, id: `whe_${String(i).padStart(4, "0")}` };
    const keys = { secret_sealed: "old", private_key_sealed: i % 2 ? "old" : null };
    const options = i % 5 ? {} : { headers_sealed: "old", plain_secret_sealed: "old", client_key_sealed: "old" };
    const former_keys = JSON.stringify([former("old")]);
    await insertRow(superuser, "webhook_endpoints", { ...row, ...keys, ...options, former_keys });
  }
  for (let i = 0; i < 3; i += 1) {
    const next = i === 1 ? { auth_type: "public_key", next_auth_sealed: "old", next_public_key: "p" } : {};
    const row = { ...tenantRows("ws_a").destinations, id: `dst_${i}`, auth_sealed: "old", ...next };
    await insertRow(superuser, "destinations", row);
  }
});

const seen: string[] = [];
/** A fake rewrap: "old" becomes "new", and "lost" cannot be opened. */
const rewrap: Rewrap = (sealed, place) => {
  const text = Buffer.from(sealed).toString();
  if (text === "lost") throw new Error("the key is gone");
  seen.push(place);
  return text === "old" ? Buffer.from("new") : undefined;
};

const countOf = async (condition: string) =>
  (await superuser.query(`SELECT 1 FROM webhook_endpoints WHERE ${condition}`)).rowCount;

describe("rewrapping", () => {
  test("rewraps every secret of every row, each with its own place, in more than one batch", async () => {
    seen.length = 0;
    expect(await rewrapEndpoints(db, rewrap, placeOf)).toEqual({ looked: ENDPOINTS, rewrapped: ENDPOINTS, failed: 0 });
    expect(await countOf("secret_sealed = 'new' AND former_keys->0->>'sealed' = encode('new', 'base64')")).toBe(
      ENDPOINTS,
    );
    expect(await countOf("private_key_sealed = 'new'")).toBe(ENDPOINTS / 2);
    expect(await countOf("private_key_sealed IS NULL")).toBe(ENDPOINTS / 2);
    expect(await countOf("headers_sealed = 'new' AND plain_secret_sealed = 'new' AND client_key_sealed = 'new'")).toBe(
      ENDPOINTS / 5,
    );
    expect(await countOf("headers_sealed IS NULL AND plain_secret_sealed IS NULL AND client_key_sealed IS NULL")).toBe(
      (ENDPOINTS / 5) * 4,
    );
    expect(seen).toContain("whe_0249/key_pair");
    expect(seen).toEqual(
      expect.arrayContaining(["headers", "plain_secret", "client_key"].map((kind) => `whe_0245/${kind}`)),
    );
    expect(await rewrapDestinations(db, rewrap)).toEqual({ looked: 3, rewrapped: 3, failed: 0 });
    expect(seen).toContain("ws_a/dst_2/auth");
    expect(seen).toContain("ws_a/dst_1/next_auth");
    const left = await superuser.query("SELECT FROM destinations WHERE 'old' IN (auth_sealed, next_auth_sealed)");
    expect(left.rowCount).toBe(0);
  });

  test("rewraps the logins of sources, and skips sources without one", async () => {
    const { sources } = tenantRows("ws_a");
    for (let i = 0; i < 3; i += 1) {
      const login = i === 0 ? {} : { auth_type: "bearer", auth_sealed: "old" };
      await insertRow(superuser, "sources", { ...sources, id: `src_${i}`, ...login });
    }
    seen.length = 0;
    expect(await rewrapSources(db, rewrap)).toEqual({ looked: 2, rewrapped: 2, failed: 0 });
    expect(seen).toEqual(["ws_a/src_1/auth", "ws_a/src_2/auth"]);
    expect((await superuser.query("SELECT FROM sources WHERE auth_sealed = 'old'")).rowCount).toBe(0);
    expect((await rewrapSources(db, rewrap)).rewrapped).toBe(0);
  });

  test("rewraps every live artifact of the authorization server, of each model", async () => {
    await superuser.query(
      `INSERT INTO oauth_artifacts (model, id_hash, sealed, expires_at)
       SELECT m, sha256(n::text::bytea), 'old', CASE WHEN n = 0 THEN now() ELSE now() + interval '1 day' END
       FROM unnest(ARRAY['AccessToken', 'RefreshToken']) m, generate_series(0, 120) n`,
    );
    seen.length = 0;
    const artifactPlace = (model: string, idHash: Uint8Array) => `${model}/${Buffer.from(idHash).toString("hex")}`;
    expect(await rewrapArtifacts(db, rewrap, artifactPlace)).toEqual({ looked: 240, rewrapped: 240, failed: 0 });
    expect(seen).toContain(`RefreshToken/${createHash("sha256").update("120").digest("hex")}`);
    expect((await rewrapArtifacts(db, rewrap, artifactPlace)).rewrapped).toBe(0);
    const { rowCount } = await superuser.query("SELECT FROM oauth_artifacts WHERE sealed = 'new'");
    expect(rowCount).toBe(240);
  });

  test("rewraps the host keys of the SFTP server", async () => {
    await superuser.query(
      "INSERT INTO sftp_host_keys (type, fingerprint, sealed, created_at) VALUES ('a', 'f', 'old', now()), ('b', 'g', 'new', now())",
    );
    seen.length = 0;
    expect(await rewrapHostKeys(db, rewrap)).toEqual({ looked: 2, rewrapped: 1, failed: 0 });
    expect(seen).toEqual(["sftp_host_keys/a", "sftp_host_keys/b"]);
    const { rows } = await superuser.query("SELECT DISTINCT sealed::text AS sealed FROM sftp_host_keys");
    expect(rows).toHaveLength(1);
  });

  test("continues where it was stopped, and does not write again what is done", async () => {
    let calls = 0;
    const stopping: Rewrap = (sealed, place) => {
      calls += 1;
      return rewrap(sealed, place);
    };
    const failing = { system: { query: db.system.query.bind(db.system) } };
    const stopAfter = Object.assign({}, db, {
      system: {
        query: (...args: Parameters<typeof db.system.query>) => {
          if (calls > 400) throw new Error("stopped");
          return failing.system.query(...args);
        },
      },
    }) as Database;
    await expect(rewrapEndpoints(stopAfter, stopping, placeOf)).rejects.toThrow("stopped");
    const done = Number(await countOf("secret_sealed = 'new'"));
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(ENDPOINTS);
    expect((await rewrapEndpoints(db, rewrap, placeOf)).rewrapped).toBe(ENDPOINTS - done);
    expect((await rewrapEndpoints(db, rewrap, placeOf)).rewrapped).toBe(0);
  });

  test("skips a row that another transaction changes meanwhile", async () => {
    const changing: Rewrap = (sealed, place) => {
      const text = Buffer.from(sealed).toString();
      return text === "old" ? Buffer.from(`new ${place}`) : undefined;
    };
    const [first] = (await superuser.query<{ id: string }>("SELECT id FROM webhook_endpoints ORDER BY id LIMIT 1"))
      .rows;
    let isChanged = false;
    const racing = Object.assign({}, db, {
      system: {
        query: async (text: string, values: unknown[]) => {
          if (!isChanged && text.startsWith("UPDATE")) {
            isChanged = true;
            await superuser.query("UPDATE webhook_endpoints SET secret_sealed = 'rotated' WHERE id = $1", [first?.id]);
          }
          return db.system.query(text, values);
        },
      },
    }) as Database;
    expect((await rewrapEndpoints(racing, changing, placeOf)).rewrapped).toBe(ENDPOINTS - 1);
    expect(await countOf("secret_sealed = 'rotated'")).toBe(1);
  });

  test("counts what cannot be opened, and rewraps the others", async () => {
    await superuser.query("UPDATE webhook_endpoints SET secret_sealed = 'lost' WHERE id < 'whe_0010'");
    expect(await rewrapEndpoints(db, rewrap, placeOf)).toEqual({
      looked: ENDPOINTS,
      rewrapped: ENDPOINTS - 10,
      failed: 10,
    });
  });
});
