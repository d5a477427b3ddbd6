import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { hashToken, newToken } from "@skucast/credentials/token";
import { insertCanary, revokeCanary } from "@skucast/db/canaries/canary";
import { eventually } from "@skucast/testkit/eventually";
import { type ApiFixture, openApiFixture } from "../testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture({ SKUCAST_REGION: "eu-1", SKUCAST_REVOCATION_PROBE: "100ms" });
});
afterAll(() => api.close());

/** The value of a metrics series; 0 if it does not exist yet. */
async function seriesValue(series: string): Promise<number> {
  const { text } = await api.ask("GET", "//metrics");
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

test.each(["bus", "journal"])(
  "the metrics show how soon a credential is rejected after a revocation by the %s",
  async (path) => {
    const labels = `region="eu-1",path="${path}"`;
    await eventually(async () => (await seriesValue(`skucast_revocation_seconds_count{${labels}}`)) >= 2);
    const inTime = await seriesValue(`skucast_revocation_seconds_bucket{le="2",${labels}}`);
    expect(inTime).toBeGreaterThanOrEqual(2);
    expect(await seriesValue('skucast_revocation_probes_total{region="eu-1",outcome="late"}')).toBe(0);
  },
);

test("a canary has no access while it is valid, and is an invalid token when it is revoked", async () => {
  const id = "cnr_own";
  const token = newToken("cn");
  await insertCanary(api.db, { id, secretHash: hashToken(token) });
  for (const path of ["/me", "/products", "/event-types"])
    expect((await api.ask("GET", path, { token })).json.code).toBe("forbidden");
  await revokeCanary(api.db, id);
  await eventually(async () => (await api.ask("GET", "/me", { token })).json.code === "invalid_token");
});

test("canaries are deleted after their measurement, and leftover ones after an hour", async () => {
  await api.db.system.query(
    "INSERT INTO canaries (id, secret_hash, created_at) VALUES ('cnr_left', '', now() - interval '61 min')",
  );
  const others =
    "SELECT FROM canaries WHERE id <> 'cnr_own' AND (id = 'cnr_left' OR revoked_at < now() - interval '3 s')";
  await eventually(async () => (await api.db.system.query(others)).rowCount === 0);
});

test("a failed measurement is counted, and later ones continue", async () => {
  await api.network.cut();
  await eventually(
    async () => (await seriesValue('skucast_revocation_probes_total{region="eu-1",outcome="failed"}')) > 0,
  );
  const before = await seriesValue('skucast_revocation_probes_total{region="eu-1",outcome="refused"}');
  await api.network.heal();
  await eventually(
    async () => (await seriesValue('skucast_revocation_probes_total{region="eu-1",outcome="refused"}')) > before,
  );
});
