/**
 * The client id that a request claims, without proof: `client_id`, or the subject of its assertion (RFC 7523, section
 * 3).
 */
export function claimedClientId(params: URLSearchParams): string | null {
  const named = params.get("client_id");
  if (named !== null) return named;
  const [, payload = ""] = (params.get("client_assertion") ?? "").split(".");
  try {
    const { sub } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    return typeof sub === "string" ? sub : null;
  } catch {
    return null;
  }
}
