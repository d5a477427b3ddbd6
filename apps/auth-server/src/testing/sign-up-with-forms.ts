import { eventually } from "@skucast/testkit/eventually";
import type { Browser, BrowserPage } from "./browser.js";

export interface SignUpForms {
  readonly email: string;
  readonly name?: string;
  readonly password: string;
  /** The name of the new workspace. */
  readonly workspace?: string;
  /** The secret of an invitation, in place of a workspace. */
  readonly invitation?: string;
  /** Finds the path of the link that was mailed. */
  readonly linkOf: () => Promise<string>;
}

/**
 * Signs up with both forms, as a person does who reads the mail in the browser that asked for it. Returns the answer to
 * the second form.
 */
export async function signUpWithForms(
  browser: Browser,
  { email, name = "Ada Example", password, workspace = "Lamps", invitation, linkOf }: SignUpForms,
): Promise<BrowserPage> {
  const first = invitation === undefined ? "/sign-up" : `/sign-up?invitation=${invitation}`;
  const asked = await browser.fill(first, { action: "/sign-up", fields: { email } });
  if (asked.status !== 200) throw new Error(`asking for a link answered ${asked.status}: ${asked.text}`);
  const path = await linkOf();
  return browser.fill(path, { action: path, fields: { name, password, workspace } });
}

/** The path of the newest sign-up link in the outbox of a deployment, once the outbox has it. */
export const signUpLinkInOutbox = (read: (path: string) => Promise<string>, email: string): Promise<string> =>
  eventually(async () => {
    const entries = (await read("/outbox")).split("<li>").filter((entry) => entry.includes(email));
    for (const [, mail = ""] of entries.map((entry) => /href="(\/outbox\/\w+)"/.exec(entry) ?? [])) {
      const [, link] = /href="(\/sign-up\/\w+)"/.exec(await read(mail)) ?? [];
      if (link !== undefined) return link;
    }
    return undefined;
  });
