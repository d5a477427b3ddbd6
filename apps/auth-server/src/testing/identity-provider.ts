import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createCertificate } from "@skucast/testkit/create-certificate";
import { type JWK, Provider } from "oidc-provider";
import { Agent, fetch } from "undici";

const HOST = "idp.example";
const REDIRECTS_MAX = 10;

export interface IdentityProviderOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Called when the first request arrives, so that it may depend on what is created later. */
  readonly redirectUri: () => string;
}

/** An identity provider, on the library that our own authorization server is built on, over TLS. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly ca: string;
  /** Who signs in next, and the claims about them. */
  person: { readonly sub: string } & Readonly<Record<string, unknown>>;
  /** Follows a browser from the authorization URL to the redirect back. Returns the path and query that it leads to. */
  visit(url: string): Promise<string>;
  close(): Promise<void>;
}

export async function startIdentityProvider({
  clientId,
  clientSecret,
  redirectUri,
}: IdentityProviderOptions): Promise<IdentityProvider> {
  const { key, cert } = createCertificate([HOST]);
  const server = createServer({ key, cert });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `https://${HOST}:${(server.address() as AddressInfo).port}`;
  const { privateKey: signing } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const open = () =>
    new Provider(issuer, {
      clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri()] }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
      jwks: { keys: [{ ...signing.export({ format: "jwk" }), use: "sig", alg: "RS256" } as JWK] },
      cookies: { keys: ["k"] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ ...idp.person, sub: accountId }) }),
    });
  let opened: Provider | undefined;
  server.on("request", (req, res) => {
    opened ??= open();
    if (req.url?.startsWith("/interaction/")) void answerInteraction(opened, req, res);
    else void opened.callback()(req, res);
  });

  async function answerInteraction(
    provider: Provider,
    ...exchange: Parameters<Provider["interactionDetails"]>
  ): Promise<void> {
    const { params } = await provider.interactionDetails(...exchange);
    const accountId = idp.person.sub;
    const grant = new provider.Grant({ accountId, clientId });
    grant.addOIDCScope(String(params.scope));
    const result = { login: { accountId }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(...exchange, result, { mergeWithLastSubmission: false });
  }

  const agent = new Agent({
    connect: { ca: cert, lookup: (_name, _options, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]) },
  });
  const idp: IdentityProvider = {
    issuer,
    ca: cert,
    person: { sub: "unset" },
    visit: async (start) => {
      const cookies = new Map<string, string>();
      let url = start;
      for (let redirects = 0; redirects < REDIRECTS_MAX; redirects += 1) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
        const response = await fetch(url, { redirect: "manual", dispatcher: agent, headers: { cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [pair = ""] = line.split(";");
          cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
        }
        const location = response.headers.get("location");
        if (location === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
        const next = new URL(location, url);
        if (next.origin !== issuer) return `${next.pathname}${next.search}`;
        url = next.href;
      }
      throw new Error("the provider redirects without end");
    },
    close: async () => {
      await agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return idp;
}
