import { takeDomain } from "@skucast/db/domains/take-domain";
import type { Change } from "../transactions.js";
import { newDomainToken } from "./domain-token.js";

/**
 * Takes a domain that the workspace has proven away from the single sign-on of another workspace, unless the record of
 * that one is among the published ones. auth-server mails the owners who lose it.
 */
export async function takeDomainIn(
  { tx, now, announce }: Change,
  domain: string,
  published: readonly string[],
): Promise<void> {
  const client = {
    query: (text: string, values: unknown[]) => tx.$queryRawUnsafe<{ id: string }[]>(text, ...values),
  };
  const ended = await takeDomain(client, { domain, newToken: newDomainToken(), published, now });
  for (const id of ended) announce(id);
}
