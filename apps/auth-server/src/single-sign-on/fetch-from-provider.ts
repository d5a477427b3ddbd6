import type { CustomFetchOptions } from "openid-client";
import { type Dispatcher, fetch } from "undici";

const REFUSED_STATUS = 502;

/** Sends a request to an identity provider through the guarded agent. Redirects are not followed. */
export async function fetchFromProvider(
  providers: Dispatcher,
  url: string,
  { method, headers, body, signal }: CustomFetchOptions,
): Promise<Response> {
  const answer = await fetch(url, {
    method,
    headers,
    redirect: "manual",
    dispatcher: providers,
    // The library sends forms and nothing else, which are strings and URLSearchParams in any implementation of fetch.
    ...(body !== undefined && body !== null && { body: String(body) }),
    ...(signal && { signal }),
  });
  const isEmpty = answer.status === 204 || answer.status === 304 || answer.body === null;
  return new Response(isEmpty ? null : (answer.body as ReadableStream), {
    status: answer.status < 200 ? REFUSED_STATUS : answer.status,
    headers: [...answer.headers],
  });
}
