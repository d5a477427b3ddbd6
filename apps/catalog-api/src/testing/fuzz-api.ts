import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import type { Answer, ApiFixture } from "./open-api-fixture.js";
import { type DocumentedResponse, type FuzzedRequest, type OpenApi, openApiRequests } from "./openapi-requests.js";

/** Fixed seed for reproducible requests; set another one with `SKUCAST_FUZZ_SEED=7`. */
const SEED = Number(process.env.SKUCAST_FUZZ_SEED ?? 20_261_125);

/**
 * Sends `numRuns` requests that are generated from the API's OpenAPI document, one after the other. Fails at the first
 * server error or response that the document does not describe. Returns the number of responses by status.
 */
export async function fuzzApi(api: ApiFixture, numRuns: number): Promise<Map<number, number>> {
  const document: OpenApi = (await api.ask("GET", "/openapi.json")).json;
  const check = answerCheck(document);
  const statuses = new Map<number, number>();
  const requests = openApiRequests(document, await createResources(api));
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const answer = await api.ask(request.method, request.path, askOf(request));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status >= 500) throw new Error(`server error: ${answer.status} ${answer.text}`);
      check(request, answer);
    }),
    { seed: SEED, numRuns, endOnFailure: true },
  );
  return statuses;
}

const askOf = ({ headers, body }: FuzzedRequest) => ({ headers, ...(body !== undefined && { body }) });

/** Creates resources for the paths. Requests may delete them; later requests then get not_found. */
async function createResources(api: ApiFixture): Promise<Record<string, string>> {
  const create = async (path: string, body: object) => (await api.ask("POST", path, { body })).json;
  const channel = await create("/channels", { name: "C", market: { country: "US", currency: "USD", language: "en" } });
  const feed = await create("/feeds", { name: "F", channel_id: channel.id });
  const endpoint = await create("/webhook-endpoints", { url: "https://93.184.216.34/" });
  const run = await create(`/feeds/${feed.id}/runs`, {});
  await create("/products", { sku: "P", title: "T", price_amount: 1, price_currency: "USD", availability: "in_stock" });
  const ids = { sku: "P", channel_id: channel.id, feed_id: feed.id, endpoint_id: endpoint.id, run_id: run.id };
  return { ...ids, profile: "generic" };
}

/** A dry run returns only a part of what is documented. */
const isPartial = (path: string): boolean => /[?&]validate_only=/.test(path);

/** Creates a check that fails for responses that do not match the document's schema for their status. */
function answerCheck(document: OpenApi): (request: FuzzedRequest, answer: Answer) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema({ $id: "openapi", ...document });
  return ({ template, method, path }, { status, headers, json, text }) => {
    if (isUnmatched(path, template, json)) return;
    const { documented, places } = responseOf(document, { template, method, status });
    if (documented === undefined)
      throw new Error(`${method} ${template} answers ${status}, which is not documented: ${text}`);
    const [type = ""] = (headers.get("content-type") ?? "").split(";");
    if (text === "" || documented.content === undefined) return;
    const media = documented.content[type];
    if (media === undefined) throw new Error(`${method} ${template} answers ${status} as ${type}`);
    if (media.schema === undefined) return; // a file
    if (type === "application/json" && isPartial(path)) return;
    const pointer = [...places, "content", type, "schema"].map((place) =>
      encodeURIComponent(place.replaceAll("~", "~0").replaceAll("/", "~1")),
    );
    const validate = ajv.getSchema(`openapi#/${pointer.join("/")}`);
    if (!validate) throw new Error(`the document has no schema at ${pointer.join("/")}`);
    if (!validate(json))
      throw new Error(`${method} ${template}, ${status}: ${faultsOf(validate.errors)} of ${text.slice(0, 500)}`);
  };
}

/** The documented response and where it is in the document. */
function responseOf(
  document: OpenApi,
  { template, method, status }: { template: string; method: string; status: number },
): { documented: DocumentedResponse | undefined; places: readonly string[] } {
  const documented = document.paths[template]?.[method.toLowerCase()]?.responses[status];
  const name = documented?.$ref?.replace("#/components/responses/", "");
  return name === undefined
    ? { documented, places: ["paths", template, method.toLowerCase(), "responses", String(status)] }
    : { documented: document.components.responses[name], places: ["components", "responses", name] };
}

const faultsOf = (errors: readonly ErrorObject[] | null | undefined): string =>
  (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join("; ");

/** Whether a path parameter, such as an empty one or `..`, turned the path into that of another operation. */
function isUnmatched(path: string, template: string, json: { code?: string; detail?: string } | undefined): boolean {
  const segments = new URL(path, "http://localhost").pathname.split("/").length;
  return segments !== template.split("/").length || json?.code === "method_not_allowed";
}
