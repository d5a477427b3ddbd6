import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";
import type { Request } from "express";
import { type Client, errors, type Provider } from "oidc-provider";
import type { AuthContext } from "../context.js";
import { exchangeFor } from "../oauth/ask-provider.js";
import type { OAuth } from "../oauth/open-provider.js";
import { scopesIn } from "../oauth/scopes.js";

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;
export type ConnectResult = Parameters<Provider["interactionResult"]>[2];

/** An app's request that waits for a person's answer. */
export interface ConnectRequest {
  readonly uid: string;
  /** Path of its page. */
  readonly path: string;
  readonly client: Client;
  readonly redirectUri: string;
  /** What the app asks for. */
  readonly scopes: readonly Scope[];
  /** Where the browser goes on after the answer. */
  readonly returnTo: string;
  readonly isAnswered: boolean;
  /** Keeps the answer, which is given once the browser goes on; with the scopes that the person allowed, if any. */
  answer(result: ConnectResult, granted?: readonly Scope[]): Promise<void>;
}

const GONE = "This request is over, or was begun in another browser. Go back to the app and connect it again.";

/** The request that the address names, if this browser began it: its signed cookie says so. Throws 404 otherwise. */
export async function openRequest(ctx: AuthContext, { provider }: OAuth, req: Request): Promise<ConnectRequest> {
  const { cookie } = req.headers;
  const exchange = () =>
    exchangeFor(ctx.publicUrl, { method: "GET", path: req.originalUrl, headers: { cookie }, ip: req.ip });
  const interaction = await findInteraction(provider, exchange());
  if (interaction === null || interaction.uid !== req.params.uid) throw new Problem("not_found", GONE);
  const { client_id: clientId, redirect_uri: redirectUri, scope } = interaction.params;
  const client = await findClient(provider, String(clientId));
  if (client === undefined) throw new Problem("not_found", GONE);
  return {
    uid: interaction.uid,
    path: `/connect/${interaction.uid}`,
    client,
    redirectUri: String(redirectUri),
    scopes: scopesIn(String(scope)),
    returnTo: interaction.returnTo,
    isAnswered: interaction.result !== undefined,
    answer: async (result, granted) => {
      const { req: asked, res } = exchange();
      const open = await provider.interactionDetails(asked, res);
      // The provider issues what was both asked for and granted: what the person allowed stands in for what was asked.
      if (granted) open.params.scope = granted.join(" ");
      open.result = result;
      await open.persist();
    },
  };
}

async function findInteraction(
  provider: Provider,
  { req, res }: ReturnType<typeof exchangeFor>,
): Promise<Interaction | null> {
  try {
    return await provider.interactionDetails(req, res);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

/** A client known by a document may have taken it down since. */
async function findClient(provider: Provider, clientId: string): Promise<Client | undefined> {
  try {
    return await provider.Client.find(clientId);
  } catch (error) {
    if (error instanceof errors.OIDCProviderError && error.statusCode < 500) return undefined;
    throw error;
  }
}
