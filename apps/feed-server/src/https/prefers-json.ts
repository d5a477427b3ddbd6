const JSON_TYPE = "application/json";
const HTML_TYPE = "text/html";

/**
 * Whether an Accept header (RFC 9110, section 12.5.1) prefers JSON: it names the type, with at least the quality of HTML. A
 * wildcard or a missing header does not.
 */
export function prefersJson(accept = ""): boolean {
  const qualities = new Map(accept.split(",").map(qualityOf));
  const json = qualities.get(JSON_TYPE) ?? 0;
  return json > 0 && json >= (qualities.get(HTML_TYPE) ?? 0);
}

function qualityOf(range: string): readonly [type: string, quality: number] {
  const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
  const given = parameters.find((parameter) => parameter.startsWith("q="));
  const quality = given === undefined ? 1 : Number(given.slice(2));
  return [type, Number.isFinite(quality) ? quality : 0];
}
