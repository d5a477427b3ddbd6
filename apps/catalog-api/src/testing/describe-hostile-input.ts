import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Route } from "@skucast/contracts/define-route";
import { newId } from "@skucast/contracts/ids";
import { PRODUCT_FIELDS } from "@skucast/contracts/products/product";
import { ROUTES } from "@skucast/contracts/routes";
import fc from "fast-check";
import { HOSTILE, hostile, value } from "./hostile-values.js";
import { type Answer, type ApiFixture, openApiFixture } from "./open-api-fixture.js";

const routes: readonly Route[] = Object.values(ROUTES);
const HEADERS = [
  "If-Match",
  "If-None-Match",
  "Idempotency-Key",
  "Request-Id",
  "Traceparent",
  "Accept",
  "Accept-Encoding",
  "Content-Type",
];

/** How many requests are sent. */
export interface HostileInput {
  /** Number of random bodies for each route, and of random batches; three times as many corrupted bodies are sent. */
  readonly runsPerRoute: number;
  /** Each parameter, path and header gets every n-th hostile string, starting at a different one each time. */
  readonly everyNth: number;
}

/** No input makes the API fail or reveal internals, and PostgreSQL executes no injected SQL. */
export function describeHostileInput({ runsPerRoute, everyNth }: HostileInput): void {
  let api: ApiFixture;
  let items: Record<string, string>;
  let turn = 0;

  beforeAll(async () => {
    api = await openApiFixture();
    // An injection that PostgreSQL executes, as any role, advances this sequence.
    await api.superuser.query("CREATE SEQUENCE injected; GRANT USAGE, SELECT ON SEQUENCE injected TO PUBLIC");
    const create = async (path: string, body?: object) => (await api.ask("POST", path, { ...(body && { body }) })).json;
    const channel = await create("/channels", {
      name: "C",
      market: { country: "US", currency: "USD", language: "en" },
    });
    const feed = await create("/feeds", { name: "F", channel_id: channel.id });
    const endpoint = await create("/webhook-endpoints", { url: "https://93.184.216.34/" });
    await create("/products", {
      sku: "P",
      title: "T",
      price_amount: 1,
      price_currency: "USD",
      availability: "in_stock",
    });
    items = { sku: "P", channel_id: channel.id, feed_id: feed.id, endpoint_id: endpoint.id };
  });
  afterAll(() => api.close());

  const pathOf = (route: Route): string => route.path.replace(/\{(\w+)\}/g, (_all, name: string) => items[name] ?? "x");

  const someValues = (): string[] => {
    turn += 1;
    return HOSTILE.filter((_text, index) => (index + turn) % everyNth === 0);
  };

  describe("no body causes a server error", () => {
    const withBody = routes.filter(({ body }) => body !== undefined);

    test.each(withBody.map((route) => [route.id, route] as const))("%s", async (_id, route) => {
      const example = route.example as Record<string, unknown>;
      const field = fc.constantFrom(
        "unknown_field",
        ...Object.keys(example),
        ...(route.path.startsWith("/products") ? PRODUCT_FIELDS : []),
      );
      const mutation = fc.dictionary(
        fc.oneof({ weight: 5, arbitrary: field }, { weight: 1, arbitrary: hostile }),
        value,
        { maxKeys: 4 },
      );
      await fc.assert(
        fc.asyncProperty(mutation, async (change) => {
          const body = JSON.stringify({ ...example, ...change });
          expectCleanAnswer(await api.ask(route.method, pathOf(route), { body }), { id: route.id, body });
        }),
        { numRuns: runsPerRoute },
      );
    });

    test("in a batch, each item has its own result, and the batch a response", async () => {
      const item = fc.oneof(
        value,
        fc.record({ sku: hostile, title: value, price_amount: value, price_currency: value, availability: value }),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(item, { minLength: 1, maxLength: 20 }),
          fc.constantFrom("partial", "atomic"),
          async (list, mode) => {
            const body = JSON.stringify({ items: list, mode });
            const answer = await api.ask("POST", "/products/batch", { body });
            if (answer.status === 422) expect(answer.json.summary ?? answer.json.errors).toBeDefined();
            else expectCleanAnswer(answer, body);
            if (answer.json.results) expect(answer.json.results).toHaveLength(list.length);
          },
        ),
        { numRuns: runsPerRoute },
      );
    });

    test("truncated or corrupted at any byte", async () => {
      const body = Buffer.from(JSON.stringify({ sku: "P", title: "Tée 😀", metadata: { a: "1" }, price_amount: 1.5 }));
      await fc.assert(
        fc.asyncProperty(
          fc.nat(body.length),
          fc.nat(255),
          fc.constantFrom("cut", "spoil", "insert"),
          async (at, byte, how) => {
            const tail = how === "cut" ? [] : [Buffer.from([byte]), body.subarray(how === "spoil" ? at + 1 : at)];
            const sent = Buffer.concat([body.subarray(0, at), ...tail]);
            expectCleanAnswer(await api.ask("POST", "/products", { body: sent }), sent.toString("latin1"));
          },
        ),
        { numRuns: 3 * runsPerRoute },
      );
    });
  });

  test("no value of any query parameter causes a server error", async () => {
    for (const route of routes.filter(({ query }) => query !== undefined)) {
      for (const name of Object.keys(route.query?.shape ?? {})) {
        const values = someValues().map((text) => `${name}=${encodeURIComponent(text.toWellFormed())}`);
        if (route.method !== "GET" && name !== "validate_only") continue;
        const queries = [...values, `${name}=%ff`, `${name}[]=1`, `${name}`, `${name}=%`, `%00${name}=1`];
        const asking = queries.map(async (query) => {
          const answer = await api.ask(route.method, `${pathOf(route)}?${query}`);
          expectCleanAnswer(answer, { id: route.id, query });
        });
        await Promise.all(asking);
      }
    }
  });

  test("no value in a path causes a server error", async () => {
    for (const route of routes.filter(({ path }) => path.includes("{"))) {
      const asking = someValues().map(async (text) => {
        const segment = encodeURIComponent(text.toWellFormed()).slice(0, 4_000);
        const path = route.path.replace(/\{\w+\}/g, segment);
        expectCleanAnswer(await api.ask(route.method === "GET" ? "GET" : "DELETE", path), { id: route.id, path });
      });
      await Promise.all(asking);
    }
  });

  test("no header causes a server error", async () => {
    const isPrintable = (text: string) => /^[\x20-\x7e]+$/.test(text) && text.length < 4_000;
    for (const name of HEADERS) {
      for (const text of someValues().filter(isPrintable)) {
        const body = JSON.stringify({ sku: `H-${newId("req")}`, title: text });
        expectCleanAnswer(await api.ask("POST", "/products", { body, headers: { [name]: text } }), { name, text });
      }
    }
    for (const text of HOSTILE.filter(isPrintable)) {
      const headers = { Authorization: `Bearer ${text}` };
      expectCleanAnswer(await api.ask("GET", "/products", { token: "", headers }), text);
    }
  });

  test("afterwards, every list, filter and event still works", async () => {
    for (const path of [
      "/products?q=x&limit=200",
      "/products?limit=200",
      "/events?limit=200",
      "/channels",
      "/feeds",
      "/webhook-endpoints",
      "/destinations",
    ]) {
      const answer = await api.ask("GET", path);
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
      expect(Array.isArray(answer.json.data)).toBe(true);
    }
    const selection = { filters: { condition: ["new"] } };
    const channel = `/channels/${items.channel_id}`;
    expect((await api.ask("PATCH", channel, { body: { selection } })).status).toBe(200);
    expect((await api.ask("GET", `/products?channel_id=${items.channel_id}`)).status).toBe(200);
  });

  test("PostgreSQL has executed none of the injections", async () => {
    const isExecuted = async () => (await api.superuser.query("SELECT is_called FROM injected")).rows[0].is_called;
    expect(await isExecuted()).toBe(false);
    await api.db.app.query("SELECT nextval('injected')");
    expect(await isExecuted()).toBe(true);
  });
}

/** Checks that a response is no server error and reveals no internals. */
function expectCleanAnswer(answer: Answer, asked: unknown): void {
  expect({ asked, isOurs: answer.status >= 500 }).toEqual({ asked, isOurs: false });
  if (answer.status < 400 || answer.text === "") return;
  const isBatchResult = answer.json?.results !== undefined;
  if (!isBatchResult) expect(answer.json).toMatchObject({ code: expect.any(String), status: answer.status });
  // A message may echo the input; then SQL words in it are the client's own.
  const isEcho = /SELECT|pg_|violates/.test(JSON.stringify(asked));
  if (!isEcho) expect({ asked, text: INTERNALS.exec(answer.text)?.[0] }).toEqual({ asked, text: undefined });
}

/** Parts of stack traces, SQL and SQL errors. */
const INTERNALS =
  /node_modules|\bat [\w.]+ \(|syntax error at|relation "|violates|Prisma|SELECT .* FROM|pg_catalog|SQLSTATE/;
