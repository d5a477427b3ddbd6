import { type Dispatcher, fetch } from "undici";

const NO_REDIRECTS = "manual";

/**
 * Fetches a document that a client names (its metadata or keys) through the guarded agent. Redirects are not followed,
 * because they would bypass the target check.
 */
export async function fetchDocument(
  documents: Dispatcher,
  url: string | URL,
  options: RequestInit = {},
): Promise<Response> {
  const { body, status, headers } = await fetch(url, {
    method: "GET",
    redirect: NO_REDIRECTS,
    dispatcher: documents,
    headers: { accept: new Headers(options.headers).get("accept") ?? "application/json" },
    ...(options.signal && { signal: options.signal }),
  });
  // Only browsers report an unfollowed redirect with status 0. Here it keeps its own status, which Response accepts.
  const isEmpty = status === 204 || status === 304 || body === null;
  return new Response(isEmpty ? null : (body as ReadableStream), {
    status: status < 200 ? 502 : status,
    headers: [...headers],
  });
}
