import {
  Client as NewClient,
  type OAuthDiscoveryState as NewDiscovery,
  type StoredOAuthClientInformation as NewInformation,
  type StoredOAuthTokens as NewTokens,
  StreamableHTTPClientTransport as NewTransport,
  UnauthorizedError as NewUnauthorizedError,
} from "@modelcontextprotocol/client";
import {
  type OAuthDiscoveryState as OldDiscovery,
  UnauthorizedError as OldUnauthorizedError,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { MemoryProvider } from "./memory-provider.js";

const NAME = { name: "test", version: "1" };

/** A client from an official package, connected to one MCP server. */
export interface OfficialClient {
  readonly provider: Pick<
    MemoryProvider<{ client_id: string }, { access_token: string; refresh_token?: string | undefined }, unknown>,
    "information" | "stored" | "asked" | "asks" | "saves"
  >;
  /** Tries to connect. `unauthorized`: the user must answer an authorization request first. */
  connect(): Promise<"connected" | "unauthorized">;
  /** Exchanges the code of the callback for tokens. */
  finish(callback: URL): Promise<void>;
  toolNames(): Promise<string[]>;
  call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

export type OfficialClientMaker = (
  mcpUrl: string,
  redirectUrl: string,
  documentUrl?: string,
  grantTypes?: string[],
) => OfficialClient;

/** `@modelcontextprotocol/sdk`, which starts with `initialize`. */
export const oldOfficialClient: OfficialClientMaker = (mcpUrl, ...registered) => {
  const provider = new MemoryProvider<OAuthClientInformationMixed, OAuthTokens, OldDiscovery>(...registered);
  const newTransport = () => new OldTransport(new URL(mcpUrl), { authProvider: provider });
  let transport = newTransport();
  let client = new OldClient(NAME);
  return {
    provider,
    connect() {
      client = new OldClient(NAME);
      transport = newTransport();
      return outcomeOf(client.connect(transport), OldUnauthorizedError);
    },
    finish: (callback) => transport.finishAuth(callback.searchParams.get("code") ?? ""),
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
};

/** `@modelcontextprotocol/client`, which negotiates the newest revision and checks the issuer of the callback. */
export const newOfficialClient: OfficialClientMaker = (mcpUrl, ...registered) => {
  const provider = new MemoryProvider<NewInformation, NewTokens, NewDiscovery>(...registered);
  const newTransport = () => new NewTransport(new URL(mcpUrl), { authProvider: provider });
  const newClient = () => new NewClient(NAME, { versionNegotiation: { mode: "auto" } });
  let transport = newTransport();
  let client = newClient();
  return {
    provider,
    connect() {
      client = newClient();
      transport = newTransport();
      return outcomeOf(client.connect(transport), NewUnauthorizedError);
    },
    finish: (callback) => transport.finishAuth(callback.searchParams),
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
};

async function outcomeOf(
  connecting: Promise<void>,
  Unauthorized: new (message?: string) => Error,
): Promise<"connected" | "unauthorized"> {
  try {
    await connecting;
    return "connected";
  } catch (error) {
    if (error instanceof Unauthorized) return "unauthorized";
    throw error;
  }
}
