// One call of the API, to set up a measurement.
import { API_BASE_PATH } from "@skucast/contracts/service";

/**
 * The fields of an answer are those of the route, which the caller knows.
 * @param {{ apiKey: string }} testbed
 * @param {{ baseUrl: string }} api
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function call(testbed, api, method, path, body) {
  const response = await fetch(`${api.baseUrl}${API_BASE_PATH}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${testbed.apiKey}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = /** @type {any} */ (await response.json());
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.detail}`);
  return answer;
}
