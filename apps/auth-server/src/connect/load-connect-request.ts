import { Problem } from "@skucast/contracts/problem";
import type { Scope } from "@skucast/contracts/scopes";
import type { Request } from "express";
import { type Client, errors, type Provider } from "oidc-provider";
import type { AuthContext } from "../context.js";
import { texts } from "../language/request-language.js";
import { createExchange } from "../oauth/call-provider.js";
import type { OAuth } from "../oauth/create-oauth.js";
import { parseScopes } from "../oauth/scopes.js";

type Interaction = Awaited<ReturnType<Provider["interactionDetails"]>>;
export type ConnectResult = Parameters<Provider["interactionResult"]>[2];

/** An app's request that waits for the user's decision. */
export interface ConnectRequest {
  readonly uid: string;
  /** Path of the consent page. */
  readonly path: string;
  readonly client: Client;
  readonly redirectUri: string;
  /** The scopes that the app requests. */
  readonly scopes: readonly Scope[];
  /** Where the browser goes after the decision. */
  readonly returnTo: string;
  readonly isAnswered: boolean;
  /**
   * Stores the decision, with the scopes that the user allowed, if any. The provider reads it when the browser returns.
   */
  answer(result: ConnectResult, granted?: readonly Scope[]): Promise<void>;
}

/** Loads the request of the URL if this browser started it, which its signed cookie proves. Throws 404 otherwise. */
export async function loadConnectRequest(ctx: AuthContext, { provider }: OAuth, req: Request): Promise<ConnectRequest> {
  const { cookie } = req.headers;
  const exchange = () =>
    createExchange(ctx.publicUrl, { method: "GET", path: req.originalUrl, headers: { cookie }, ip: req.ip });
  const interaction = await findInteraction(provider, exchange());
  if (interaction === null || interaction.uid !== req.params.uid)
    throw new Problem("not_found", texts().problems.requestGone);
  const { client_id: clientId, redirect_uri: redirectUri, scope } = interaction.params;
  const client = await findClient(provider, String(clientId));
  if (client === undefined) throw new Problem("not_found", texts().problems.requestGone);
  return {
    uid: interaction.uid,
    path: `/connect/${interaction.uid}`,
    client,
    redirectUri: String(redirectUri),
    scopes: parseScopes(String(scope)),
    returnTo: interaction.returnTo,
    isAnswered: interaction.result !== undefined,
    answer: async (result, granted) => {
      const { req: asked, res } = exchange();
      const open = await provider.interactionDetails(asked, res);
      // The provider issues scopes that were both requested and granted, so the granted scopes replace the requested
      // ones.
      if (granted) open.params.scope = granted.join(" ");
      open.result = result;
      await open.persist();
    },
  };
}

async function findInteraction(
  provider: Provider,
  { req, res }: ReturnType<typeof createExchange>,
): Promise<Interaction | null> {
  try {
    return await provider.interactionDetails(req, res);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

/** A client described by a document may have removed the document since. */
async function findClient(provider: Provider, clientId: string): Promise<Client | undefined> {
  try {
    return await provider.Client.find(clientId);
  } catch (error) {
    if (error instanceof errors.OIDCProviderError && error.statusCode < 500) return undefined;
    throw error;
  }
}
