import { pathParameters, type Route } from "@skucast/contracts/define-route";
import { readParams } from "./read-query.js";
import { decodeSegment, decodeSku } from "./sku-path.js";

/** Turns the raw segments of a matched path into the route's parsed params. */
export type ParamsReader = (segments: readonly string[]) => unknown;

/** Prepares the reader of a route's path. A placeholder named `sku` also takes the `~` form (sku-path.ts). */
export function paramsReader(route: Route): ParamsReader {
  const { params } = route;
  if (!params) return () => ({});
  const names = pathParameters(route.path);
  return (segments) => {
    const sent: Record<string, string> = {};
    names.forEach((name, index) => {
      const segment = segments[index] ?? "";
      sent[name] = name === "sku" ? decodeSku(segment) : decodeSegment(segment, name);
    });
    return readParams(params, sent);
  };
}
