import { SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import type { McpContext } from "../context.js";
import type { ToolAnswer } from "../server/call-tool.js";
import { serverInfoOf } from "../server/server-info.js";
import type { Era } from "./read-message.js";

interface Answered {
  readonly id: string | number;
  readonly era: Era;
  /** Additional metadata of the result. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Serializes a tool's result as a JSON-RPC message, in the format of the era. */
export function createResultWriter(ctx: Pick<McpContext, "publicUrl">) {
  const serverMeta = { [SERVER_INFO_META_KEY]: serverInfoOf(ctx) };
  const modernMembers = `,"resultType":"complete","_meta":${JSON.stringify(serverMeta)}`;
  const membersOf = ({ era, meta }: Answered): string => {
    if (meta === undefined) return era === "modern" ? modernMembers : "";
    return era === "modern"
      ? `,"resultType":"complete","_meta":${JSON.stringify({ ...serverMeta, ...meta })}`
      : `,"_meta":${JSON.stringify(meta)}`;
  };
  return (answered: Answered, answer: ToolAnswer): string =>
    `{"jsonrpc":"2.0","id":${JSON.stringify(answered.id)},"result":{${contentOf(answer)}${membersOf(answered)}}}`;
}

/** Members of a CallToolResult. The same JSON is used as text and as structured content, and serialized once. */
function contentOf({ text, isError }: ToolAnswer): string {
  const content = `"content":[{"type":"text","text":${JSON.stringify(text)}}]`;
  return isError ? `${content},"isError":true` : `${content},"structuredContent":${text}`;
}
