/** Requests that were sent before the code that needs them was there. Each response is used once. */
const sent = new Map<string, Promise<Response>>();
const routes = new Set<string>();

/** Whether data of the route was read before the page could follow its changes. */
export const wasReadEarly = (routeId: unknown): boolean => typeof routeId === "string" && routes.has(routeId);

/** Sends a GET of a route that the first view will need. */
export function requestEarly(routeId: string, url: string): void {
  routes.add(routeId);
  const response = fetch(url, { headers: { Accept: "application/json" } });
  // If it fails, the code that needs it finds out.
  response.catch(() => undefined);
  sent.set(url, response);
}

/** `fetch` that takes the response of an early request, if there is one. */
export const fetchOrTakeEarly: typeof fetch = (input, init) => {
  const early = init?.method === "GET" && typeof input === "string" ? sent.get(input) : undefined;
  if (early === undefined) return fetch(input, init);
  sent.delete(String(input));
  return early;
};
