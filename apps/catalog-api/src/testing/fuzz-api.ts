import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import fc from "fast-check";
import type { Answer, ApiFixture } from "./open-api-fixture.js";
import { type FuzzedRequest, type OpenApi, openApiRequests } from "./openapi-requests.js";

/** The same requests each time, unless another seed is asked for: `SKUCAST_FUZZ_SEED=7`. */
const SEED = Number(process.env.SKUCAST_FUZZ_SEED ?? 20_261_125);

/**
 * Sends so many requests made of the API's own OpenAPI document, one after the other, and fails for the first answer that is
 * a failure of ours or not what the document says of its status. Answers how many had each status.
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
      if (answer.status >= 500) throw new Error(`our failure: ${answer.status} ${answer.text}`);
      check(request, answer);
    }),
    { seed: SEED, numRuns, endOnFailure: true },
  );
  return statuses;
}

const askOf = ({ headers, body }: FuzzedRequest) => ({ headers, ...(body !== undefined && { body }) });

/** Things that paths lead to; what a request deletes is then not found. */
async function createResources(api: ApiFixture): Promise<Record<string, string>> {
  const make = async (path: string, body: object) => (await api.ask("POST", path, { body })).json;
  const channel = await make("/channels", { name: "C", market: { country: "US", currency: "USD", language: "en" } });
  const feed = await make("/feeds", { name: "F", channel_id: channel.id });
  const endpoint = await make("/webhook-endpoints", { url: "https://93.184.216.34/" });
  const run = await make(`/feeds/${feed.id}/runs`, {});
  await make("/products", { sku: "P", title: "T", price_amount: 1, price_currency: "USD", availability: "in_stock" });
  const ids = { sku: "P", channel_id: channel.id, feed_id: feed.id, endpoint_id: endpoint.id, run_id: run.id };
  return { ...ids, profile: "generic" };
}

/** A dry run, and a list of some fields, answers a part of what is documented. */
const isPartial = (path: string): boolean => /[?&](validate_only|fields)=/.test(path);

/** Fails for an answer that its status's schema in the document does not take. */
function answerCheck(document: OpenApi): (request: FuzzedRequest, answer: Answer) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema({ $id: "openapi", ...document });
  return ({ template, method, path }, { status, headers, json, text }) => {
    if (isUnmatched(path, template, json)) return;
    const told = document.paths[template]?.[method.toLowerCase()]?.responses[status];
    if (told === undefined)
      throw new Error(`${method} ${template} answers ${status}, which is not documented: ${text}`);
    const [type = ""] = (headers.get("content-type") ?? "").split(";");
    if (text === "" || told.content === undefined || "application/octet-stream" in told.content) return;
    if (!(type in told.content)) throw new Error(`${method} ${template} answers ${status} as ${type}`);
    if (type === "application/json" && isPartial(path)) return;
    const places = ["paths", template, method.toLowerCase(), "responses", String(status), "content", type, "schema"];
    const pointer = places.map((place) => encodeURIComponent(place.replaceAll("~", "~0").replaceAll("/", "~1")));
    const validate = ajv.getSchema(`openapi#/${pointer.join("/")}`);
    if (!validate) throw new Error(`the document has no schema at ${pointer.join("/")}`);
    if (!validate(json))
      throw new Error(`${method} ${template}, ${status}: ${faultsOf(validate.errors)} of ${text.slice(0, 500)}`);
  };
}

const faultsOf = (errors: readonly ErrorObject[] | null | undefined): string =>
  (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join("; ");

/** A placeholder that became a whole other path, such as an id of nothing: it may be another operation's. */
function isUnmatched(path: string, template: string, json: { code?: string; detail?: string } | undefined): boolean {
  const segments = (path.split("?")[0] ?? "").split("/").length;
  return segments !== template.split("/").length || json?.code === "method_not_allowed";
}
