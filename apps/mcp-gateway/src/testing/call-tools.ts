import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Structured } from "./wire.js";

/** The result of a tool. */
export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: Structured;
}

export interface ToolCaller {
  call(name: string, args?: Record<string, unknown>): Promise<Answer>;
  /** The listed tools. */
  list(): ReturnType<Client["listTools"]>;
  close(): Promise<void>;
}

/** Calls tools with the official client, which validates each result against the tool's output schema. */
export async function callTools(url: string, token?: string): Promise<ToolCaller> {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  await client.listTools();
  return {
    call: async (name, args = {}) => {
      const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args });
      const [first] = content;
      return { isError, text: first?.type === "text" ? first.text : "", structured: structuredContent as Structured };
    },
    list: () => client.listTools(),
    close: () => client.close(),
  };
}
