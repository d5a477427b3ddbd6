import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { EXECUTABLE_CODES, executeIssueHints, type IssueInterface } from "@skucast/catalog/testing/execute-issue-hints";
import { type ApiFixture, openApiFixture } from "./testing/open-api-fixture.js";

let api: ApiFixture;
beforeAll(async () => {
  api = await openApiFixture();
});
afterAll(() => api.close());

async function openInterface(): Promise<IssueInterface> {
  const { token } = await api.newWorkspace();
  const ask = async (method: string, path: string, body: object) => {
    const { status, json } = await api.ask(method, path, { token, body });
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
    return json;
  };
  return {
    newChannel: async (channel) => (await ask("POST", "/channels", { name: "Shop", ...channel })).id,
    store: async (items) => {
      const { results } = await ask("POST", "/products/batch", { items });
      return results.flatMap(({ error }: { error?: object }) => (error ? [JSON.stringify(error)] : []));
    },
    configure: async (id, patch) => ask("PATCH", `/channels/${id}`, patch),
    codesOf: async (id) => {
      const { issue_counts } = await ask("POST", `/channels/${id}/preview`, {});
      return issue_counts.map(({ code }: { code: string }) => code);
    },
  };
}

test.each(EXECUTABLE_CODES)("what the hint of %s recommends works through REST", async (code) => {
  const executed = await executeIssueHints(await openInterface(), code);
  expect(executed).toEqual(
    executed.map(({ hint }) => ({ hint, rejected: [], isShownBefore: true, isShownAfter: false })),
  );
});
