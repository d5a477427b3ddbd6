import { API_BASE_PATH } from "@skucast/contracts/service";
import { errorChain } from "@skucast/db/unavailable";

const TIMEOUT_MS = 30_000;

/** A client of the REST API of this installation. */
export interface ApiClient {
  /**
   * Resolves with the JSON of the response, or with an empty object for 204. Throws an ApiError with the problem's
   * detail unless the status is 2xx, and another error if the installation does not respond.
   */
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

export const apiClient = (baseUrl: string, apiKey: string): ApiClient => ({
  async call(method, path, body) {
    const response = await fetch(`${baseUrl}${API_BASE_PATH}${path}`, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      const reason = errorChain(error).findLast(({ message }) => message !== "")?.message ?? String(error);
      // Without its cause, which would look like an error of the database.
      throw new Error(`The deployment does not respond at ${baseUrl} (${reason}). Start it with npm start.`);
    });
    const answer = (response.status === 204 ? {} : await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new ApiError(response.status, `${method} ${path}: ${answer.detail ?? response.statusText}`);
    return answer;
  },
});

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
