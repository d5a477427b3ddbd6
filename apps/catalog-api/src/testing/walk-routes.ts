import type { Route } from "@skucast/contracts/define-route";
import { ID_PREFIXES } from "@skucast/contracts/ids";
import { ROUTES } from "@skucast/contracts/routes";
import { z } from "zod";
import type { Answer, ApiFixture } from "./open-api-fixture.js";
import type { Credentials } from "./people.js";

/** Every route of the REST API. */
export const ALL_ROUTES: readonly Route[] = Object.values(ROUTES);

/** Values of path parameters by their names. */
export type PathValues = Readonly<Record<string, string>>;

const CANDIDATES = ["none.example", ...Object.values(ID_PREFIXES).map((prefix) => `${prefix}_${"0".repeat(26)}`)];

/** A value of a parameter that is valid and names nothing. */
function missingValue({ id, params }: Route, name: string): string {
  const schema = params?.shape[name];
  const found = CANDIDATES.find((value) => schema !== undefined && z.safeParse(schema, value).success);
  if (found === undefined) throw new Error(`no value for ${name} of ${id}`);
  return found;
}

/** Sends the example of a route. A parameter without a value gets one of a resource that does not exist. */
export function askRoute(
  api: ApiFixture,
  route: Route,
  { token, headers = {} }: Credentials,
  values: PathValues = {},
): Promise<Answer> {
  const { method, path, example, upload } = route;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? missingValue(route, name));
  const type = upload?.mediaTypes[0];
  const sent = type === undefined ? { body: example } : { body: "x" };
  return api.ask(method, filled, { token, headers: { ...headers, ...(type && { "Content-Type": type }) }, ...sent });
}
