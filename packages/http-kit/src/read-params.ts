import { pathParameters, type Route } from "@skucast/contracts/define-route";
import { decodeSegment } from "./decode-segment.js";
import { readParams } from "./read-query.js";

/** Turns the raw segments of a matched path into the route's parsed params. */
export type ParamsReader = (segments: readonly string[]) => unknown;

/** Prepares the reader of a route's path: placeholders are percent-decoded, then parsed by the route's schema. */
export function paramsReader(route: Route): ParamsReader {
  const { params } = route;
  if (!params) return () => ({});
  const names = pathParameters(route.path);
  return (segments) => {
    const sent: Record<string, string> = {};
    names.forEach((name, index) => {
      sent[name] = decodeSegment(segments[index] ?? "", name);
    });
    return readParams(params, sent);
  };
}
