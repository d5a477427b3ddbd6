import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";
import { embeddedText, IMAGE, imageOf, textOf } from "./samples.js";

const said = (
  ...contents: (ReturnType<typeof textOf> | ReturnType<typeof imageOf> | ReturnType<typeof embeddedText>)[]
) => ({
  messages: contents.map((content) => ({ role: "user" as const, content })),
});

/** Resources and prompts of each kind. */
export function addDocumentFixtures(server: McpServer): void {
  addResources(server);
  server.registerPrompt("test_simple_prompt", { description: "Simple." }, () =>
    said(textOf("This is a simple prompt for testing.")),
  );
  server.registerPrompt("test_prompt_with_image", { description: "With an image." }, () =>
    said(imageOf() as never, textOf("Please analyze the image above.")),
  );
  const two = z.object({ arg1: z.string(), arg2: z.string() });
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "With arguments.", argsSchema: two },
    ({ arg1, arg2 }) => said(textOf(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  const embedded = z.object({ resourceUri: z.string() });
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "With a resource.", argsSchema: embedded },
    ({ resourceUri }) =>
      said(
        embeddedText(resourceUri, "Embedded resource content for testing."),
        textOf("Please process the embedded resource above."),
      ),
  );
  server.server.setRequestHandler("completion/complete", () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.server.setRequestHandler("logging/setLevel", () => ({}));
}

function addResources(server: McpServer): void {
  const text = (uri: string, content: string, mimeType = "text/plain") => ({
    contents: [{ uri, mimeType, text: content }],
  });
  server.registerResource("static-text", "test://static-text", { mimeType: "text/plain" }, ({ href }) =>
    text(href, "This is the content of the static text resource."),
  );
  server.registerResource("static-binary", "test://static-binary", { mimeType: "image/png" }, ({ href }) => ({
    contents: [{ uri: href, mimeType: "image/png", blob: IMAGE }],
  }));
  server.registerResource("watched-resource", "test://watched-resource", { mimeType: "text/plain" }, ({ href }) =>
    text(href, "Watched resource content"),
  );
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  server.registerResource("template", template, { mimeType: "application/json" }, ({ href }, { id }) =>
    text(href, JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }), "application/json"),
  );
}
