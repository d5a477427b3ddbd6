import type { Page } from "playwright-core";

/**
 * Watches a page for errors that the user does not see: script errors, policy violations, requests to other origins. The
 * returned function ends the watch and resolves with them.
 */
export function watchPage(page: Page, baseUrl: string): () => Promise<string[]> {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // The browser logs every response with status 400 or above, even those that the pages expect and handle.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(message.text());
  });
  page.on("request", (request) => {
    // Pictures of products are on the merchant's hosts.
    const isPicture = request.resourceType() === "image" && request.url().startsWith("https://");
    if (!isPicture && !/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${baseUrl}/`))
      faults.push(request.url());
  });
  return async () => {
    await page.evaluate(() => undefined);
    return faults;
  };
}
