import { createSoftAuthenticator } from "@skucast/auth-server/testing/soft-authenticator";
import type { Page } from "playwright-core";

/**
 * Gives the browser of a page an authenticator in software. The headless shell refuses passkeys that are stored on the
 * authenticator, also those of its virtual authenticators, so the two functions of the browser are replaced.
 */
export async function useSoftAuthenticator(page: Page, origin: string, userId: string): Promise<void> {
  const rpId = new URL(origin).hostname;
  const authenticator = createSoftAuthenticator({ rpId, userId });
  await page.exposeFunction("createPasskey", (challenge: string) => authenticator.create({ challenge }, origin));
  await page.exposeFunction("usePasskey", (challenge: string) => authenticator.use({ challenge, rpId }, origin));
  await page.addInitScript(REPLACED);
}

const REPLACED = `
const bytesOf = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0)).buffer;
const textOf = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=/g, "");
const credentialOf = (json) => {
  const { id, type, response } = JSON.parse(json);
  const { transports = [], ...members } = response;
  const decoded = Object.fromEntries(Object.entries(members).map(([name, text]) => [name, bytesOf(text)]));
  return {
    id, type, rawId: bytesOf(id), authenticatorAttachment: "platform",
    response: { ...decoded, getTransports: () => transports }, getClientExtensionResults: () => ({}),
  };
};
navigator.credentials.create = async ({ publicKey }) => credentialOf(await createPasskey(textOf(publicKey.challenge)));
navigator.credentials.get = async ({ publicKey }) => credentialOf(await usePasskey(textOf(publicKey.challenge)));
`;
