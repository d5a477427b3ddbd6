import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { AUDIO, embeddedText, imageOf, textOf } from "./samples.js";

const CONTENTS: Readonly<Record<string, CallToolResult["content"]>> = {
  test_simple_text: [textOf("This is a simple text response for testing.")],
  test_image_content: [imageOf()],
  test_audio_content: [{ type: "audio", data: AUDIO, mimeType: "audio/wav" }],
  test_embedded_resource: [embeddedText("test://embedded-resource", "This is an embedded resource content.")],
  test_multiple_content_types: [
    textOf("Multiple content types test:"),
    imageOf(),
    embeddedText("test://mixed-content-resource", '{"test":"data","value":123}', "application/json"),
  ],
  test_streaming_elicitation: [textOf("nothing but the result is on the stream")],
};

/** Tools that return each kind of content, fail, report progress and write log lines. */
export function addContentFixtures(server: McpServer): void {
  for (const [name, content] of Object.entries(CONTENTS)) {
    server.registerTool(name, { description: `Conformance fixture ${name}.` }, () => ({ content }));
  }
  server.registerTool("test_error_handling", { description: "Fails." }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
  const inputSchema = z.object({});
  server.registerTool(
    "test_tool_with_progress",
    { description: "Reports progress.", inputSchema },
    async (_args, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
        const params = { progressToken: progressToken ?? "", progress, total: 100, message: `${progress} of 100` };
        await mcpReq.notify({ method: "notifications/progress", params });
      }
      return { content: [textOf(String(progressToken ?? "no-progress-token"))] };
    },
  );
  server.registerTool(
    "test_tool_with_logging",
    { description: "Writes log lines.", inputSchema },
    async (_args, { mcpReq }) => {
      for (const data of ["started", "processing", "completed"])
        await mcpReq.notify({ method: "notifications/message", params: { level: "info", data: `Tool ${data}` } });
      return { content: [textOf("Tool with logging executed successfully")] };
    },
  );
  server.registerTool(
    "test_logging_tool",
    { description: "Logs where the request asks for it.", inputSchema },
    async (_args, { mcpReq }) => {
      await mcpReq.log("info", "sent only if the request set a level");
      return { content: [textOf("logged")] };
    },
  );
}
