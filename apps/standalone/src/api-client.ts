import { API_BASE_PATH } from "@skucast/contracts/service";

const TIMEOUT_MS = 30_000;

/** A client of the REST API of this installation. */
export interface ApiClient {
  /**
   * Resolves with the JSON of the response, or with an empty object for 204. Throws an ApiError with the problem's
   * detail unless the status is 2xx.
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
