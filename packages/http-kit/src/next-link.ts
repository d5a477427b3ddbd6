/**
 * The Link header (RFC 8288) of the next page: the URL of this page with another cursor. `cursor` is base64url; `path`
 * and `queryText` are as received.
 */
export function nextLink(path: string, queryText: string, cursor: string): string {
  const kept = queryText.split("&").filter((pair) => pair !== "" && !pair.startsWith("cursor="));
  return `<${[...path, "?", [...kept, `cursor=${cursor}`].join("&")].map(escapeForLink).join("")}>; rel="next"`;
}

/** Escapes characters that would end the URL or are not allowed in a header. */
const escapeForLink = (part: string): string => part.replace(/[^!#-;=?-~]/gu, encodeURIComponent);
