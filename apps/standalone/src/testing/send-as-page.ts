import { API_BASE_PATH } from "@skucast/contracts/service";
import type { Page } from "playwright-core";

export interface PageAnswer {
  readonly status: number;
  readonly json: { readonly id: string; readonly [field: string]: unknown };
}

/** Sends a request to the API with the session of the page; resolves with status and body. */
export const sendAsPage = (page: Page, method: string, path: string, body?: object): Promise<PageAnswer> =>
  page.evaluate(
    async ([sentMethod, url, text]) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(String(url), {
        method: String(sentMethod),
        headers,
        ...(text !== undefined && { body: text }),
      });
      const received = await answer.text();
      return { status: answer.status, json: JSON.parse(received === "" ? "{}" : received) };
    },
    [method, API_BASE_PATH + path, body && JSON.stringify(body)] as const,
  );
