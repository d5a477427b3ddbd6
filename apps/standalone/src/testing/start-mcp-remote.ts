import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { eventually } from "@skucast/testkit/eventually";

const PROGRAM = createRequire(import.meta.url).resolve("mcp-remote/dist/proxy.js");
const REQUEST = { timeout: 240_000 };
const AUTHORIZATION_URL = /^https?:\S+\/\S*[?&]response_type=code\S*$/gm;

/** `mcp-remote` as desktop apps run it: a child process that connects an MCP client over stdio to a server with OAuth. */
export interface McpRemote {
  /** The authorization URLs that it has opened in the user's browser. */
  opened(): readonly URL[];
  /** The nth authorization URL, counted from 1, once it has been opened and its callback can be reached. */
  asked(nth: number): Promise<URL>;
  /** Settles once the client has finished the handshake, which waits for the user's consent. */
  readonly connected: Promise<void>;
  toolNames(): Promise<string[]>;
  call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Ends the process; another one continues with its registration and tokens. */
  stop(): Promise<void>;
}

/** A folder for the registration and tokens of `mcp-remote`, which a user keeps in their home folder. */
export function createMcpRemoteHome(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "mcp-remote-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts the program with the client of the official SDK as the desktop app. The command `true` replaces the browser. */
export function startMcpRemote(mcpUrl: string, folder: string, ...args: string[]): McpRemote {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, mcpUrl, "--auth-timeout", "240", ...args],
    env: { PATH: process.env.PATH ?? "", BROWSER: "true", HOME: folder, MCP_REMOTE_CONFIG_DIR: folder },
    stderr: "pipe",
  });
  let log = "";
  transport.stderr?.on("data", (chunk) => {
    log += String(chunk);
  });
  const opened = () => [...log.matchAll(AUTHORIZATION_URL)].map(([url]) => new URL(url));
  const client = new Client({ name: "desktop-app", version: "1" });
  const connected = client.connect(transport, REQUEST);
  // A caller that waits for an authorization URL first learns of the failure from `asked`.
  connected.catch(() => undefined);
  return {
    opened,
    asked: async (nth) => {
      try {
        const url = await eventually(() => opened()[nth - 1]);
        await eventually(() => accepts(new URL(url.searchParams.get("redirect_uri") ?? "")));
        return url;
      } catch {
        throw new Error(`mcp-remote did not ask for authorization ${nth} times:\n${log}`);
      }
    },
    connected,
    toolNames: async () => (await client.listTools(undefined, REQUEST)).tools.map(({ name }) => name),
    call: (name, args) => client.callTool({ name, arguments: args }, undefined, REQUEST),
    stop: () => client.close(),
  };
}

/** Whether the callback server of the program listens. It starts after the program has opened the browser. */
async function accepts({ port }: URL): Promise<boolean> {
  const socket = connect(Number(port), "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } finally {
    socket.destroy();
  }
}
