/**
 * The Link header of a page (RFC 8288), with the address of the next one: that of this page with another cursor. `cursor` is
 * base64url; `path` and `queryText` are as they were sent.
 */
export function nextLink(path: string, queryText: string, cursor: string): string {
  const kept = queryText.split("&").filter((pair) => pair !== "" && !pair.startsWith("cursor="));
  return `<${[...path, "?", [...kept, `cursor=${cursor}`].join("&")].map(spared).join("")}>; rel="next"`;
}

/** What would end the address inside the header, or is not of a header's characters. */
const spared = (part: string): string => part.replace(/[^!#-;=?-~]/gu, encodeURIComponent);
