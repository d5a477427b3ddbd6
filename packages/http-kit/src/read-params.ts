import { pathParameters, type Route } from "@skucast/contracts/define-route";
import { Problem } from "@skucast/contracts/problem";
import { readParams } from "./read-query.js";

/** Parses the raw segments of a matched path to the route's params. */
export type ParamsReader = (segments: readonly string[]) => unknown;

/** Creates the path reader of a route: placeholders are percent-decoded, then parsed by the route's schema. */
export function createParamsReader(route: Route): ParamsReader {
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

/** Percent-decodes one path segment; 400 invalid_parameter if that fails. */
function decodeSegment(segment: string, name: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    const message = "is not percent-encoded UTF-8";
    throw new Problem("invalid_parameter", `${name}: ${message}`, {
      faults: [{ pointer: name, code: "invalid_encoding", message }],
    });
  }
}
