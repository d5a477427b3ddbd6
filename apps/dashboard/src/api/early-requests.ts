/** Requests that were sent before the code that needs them was there. Each response is used once. */
const sent = new Map<string, Promise<Response>>();

/** Sends a GET that the first view will need. */
export function requestEarly(url: string): void {
  const response = fetch(url, { headers: { Accept: "application/json" } });
  // If it fails, the code that needs it finds out.
  response.catch(() => undefined);
  sent.set(url, response);
}

/** After a change, responses that are still unused may be out of date. */
export const forgetEarlyRequests = (): void => sent.clear();

/** `fetch` that takes the response of an early request, if there is one. */
export const fetchOrTakeEarly: typeof fetch = (input, init) => {
  const early = init?.method === "GET" && typeof input === "string" ? sent.get(input) : undefined;
  if (early === undefined) return fetch(input, init);
  sent.delete(String(input));
  return early;
};
