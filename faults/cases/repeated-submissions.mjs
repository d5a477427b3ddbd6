import { API_BASE_PATH } from "@skucast/contracts/service";
import { checkInvariants } from "../expect.mjs";
import { startSystem } from "../system.mjs";

const KEYS = 40;
const PARALLEL = 100;

export const repeatedSubmissions = {
  title: `the same Idempotency-Key in ${PARALLEL} simultaneous requests, ${KEYS} times; then with another body`,
  async run(testbed, checks) {
    const system = await startSystem(testbed, { endpoints: 1 });
    let differing = 0;
    let refused = 0;
    let mismatches = 0;
    for (let key = 0; key < KEYS; key += 1) {
      const sent = await Promise.all(Array.from({ length: PARALLEL }, () => submit(system, key, 10)));
      const answers = sent.filter(({ status }) => status < 300);
      // A request that arrives while the first one runs may be answered with a request to retry.
      refused += sent.filter(({ status }) => status >= 300 && status !== 409).length;
      if (answers.length === 0 || new Set(answers.map(({ text }) => text)).size !== 1) differing += 1;
      const other = await submit(system, key, 11);
      if (other.status === 409 || other.status === 422) mismatches += 1;
    }
    await testbed.drained(30_000);
    const { rows } = await testbed.db.system.query("SELECT count(*) FROM events WHERE type = 'product.created'");
    checks.check(`${rows[0].count} events of ${KEYS} keys`, Number(rows[0].count) === KEYS);
    checks.check(
      `${differing} keys with different responses, ${refused} other rejections (none)`,
      differing + refused === 0,
    );
    checks.check(`${mismatches} of ${KEYS} other bodies rejected with 409 or 422`, mismatches === KEYS);
    checkInvariants(checks, await testbed.verdict());
  },
};

async function submit({ api, workspace }, key, price) {
  const product = { sku: `i-${key}`, title: "Once", price_amount: price, price_currency: "EUR" };
  const response = await fetch(`${api.baseUrl}${API_BASE_PATH}/products`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${workspace.apiKey}`,
      "content-type": "application/json",
      "idempotency-key": `key-${key}`,
    },
    body: JSON.stringify({ ...product, availability: "in_stock" }),
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, text: await response.text() };
}
