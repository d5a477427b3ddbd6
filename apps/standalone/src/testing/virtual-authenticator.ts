import type { CDPSession, Page } from "playwright-core";

/** A passkey as the browser's authenticator stores it. */
export interface StoredPasskey {
  readonly credentialId: string;
  readonly isResidentCredential: boolean;
  readonly rpId?: string;
  readonly privateKey: string;
  /** Base64 of the account's id. */
  readonly userHandle?: string;
  readonly signCount: number;
}

/** An authenticator that the browser provides, as if it were built into the device (WebAuthn Level 3, section 11). */
export interface VirtualAuthenticator {
  passkeys(): Promise<readonly StoredPasskey[]>;
  /** Puts a passkey of another authenticator into this one. */
  store(passkey: StoredPasskey): Promise<void>;
  /** Whether the person gives their PIN or finger when asked. Default: yes. */
  verifyPerson(verifies: boolean): Promise<void>;
  /** The device is gone with all of its passkeys. */
  remove(): Promise<void>;
}

/**
 * Adds an authenticator to the browser of a page. Detaching any session of the page's protocol takes it away, as
 * `violationsOf` does.
 */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    passkeys: async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    store: async (credential) => void (await cdp.send("WebAuthn.addCredential", { authenticatorId, credential })),
    verifyPerson: async (isUserVerified) =>
      void (await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified })),
    remove: async () => void (await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId })),
  };
}
