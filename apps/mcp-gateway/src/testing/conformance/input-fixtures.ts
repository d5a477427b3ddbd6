import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type createRequestStateCodec,
  type InputRequests,
  inputRequired,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { formOf, textOf } from "./samples.js";

type Codec = ReturnType<typeof createRequestStateCodec<Record<string, unknown>>>;
type Req = ServerContext["mcpReq"];

const inputSchema = z.object({});
const done = (text: string) => ({ content: [textOf(text)] });
const askFor = (message: string, name: string, type: "string" | "boolean" = "string") =>
  inputRequired.elicit({ message, requestedSchema: formOf(name, type) });
const askModel = (text: string) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: textOf(text) }], maxTokens: 50 });
const given = <T>(req: Req, name: string): T | undefined => req.inputResponses?.[name] as T | undefined;
const nameOf = (req: Req): string | undefined =>
  acceptedContent<{ name: string }>(req.inputResponses, "user_name")?.name;

/** The client capabilities that the request declares. */
const declaredBy = ({ envelope }: Req) =>
  (envelope as Readonly<Record<string, object>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] as
    | { elicitation?: object; sampling?: object; roots?: object }
    | undefined;

/** Tools and a prompt that request input from the client during a call (revision 2026-07-28). */
export function addInputFixtures(server: McpServer, codec: Codec): void {
  const tool = (name: string, run: (req: Req) => unknown) =>
    server.registerTool(
      name,
      { description: `Conformance fixture ${name}.`, inputSchema },
      async (_args, { mcpReq }) => run(mcpReq) as never,
    );

  tool("test_input_required_result_elicitation", (req) => {
    const name = nameOf(req);
    if (typeof name === "string") return done(`Hello, ${name}!`);
    return inputRequired({ inputRequests: { user_name: askFor("What is your name?", "name") } });
  });
  tool("test_input_required_result_sampling", (req) => {
    const answer = given<{ content?: { text?: string } }>(req, "capital_question");
    if (answer) return done(`Sampling response: ${answer.content?.text}`);
    return inputRequired({ inputRequests: { capital_question: askModel("What is the capital of France?") } });
  });
  tool("test_missing_capability", (req) =>
    given(req, "llm_answer")
      ? done("answered")
      : inputRequired({ inputRequests: { llm_answer: askModel("Reply: pong") } }),
  );
  tool("test_input_required_result_list_roots", (req) => {
    const roots = given<{ roots?: { uri: string }[] }>(req, "client_roots")?.roots;
    if (roots) return done(`Client exposed ${roots.length} root(s): ${roots.map(({ uri }) => uri).join(", ")}`);
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  tool("test_input_required_result_multiple_inputs", async (req) => {
    const name = nameOf(req);
    const roots = given<{ roots?: unknown[] }>(req, "client_roots")?.roots;
    const greeting = given<{ content?: { text?: string } }>(req, "greeting")?.content?.text;
    if (name && greeting && roots) return done(`${greeting} ${name}, ${roots.length} root(s)`);
    return inputRequired({
      inputRequests: {
        user_name: askFor("What is your name?", "name"),
        greeting: askModel("Generate a greeting"),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await codec.mint({ tool: "multiple_inputs" }),
    });
  });
  addStateFixtures(tool, codec);
  tool("test_input_required_result_capabilities", (req) => {
    if (req.inputResponses !== undefined) return done("fulfilled");
    const declared = declaredBy(req);
    const inputRequests: InputRequests = {
      ...(declared?.elicitation && { user_name: askFor("What is your name?", "name") }),
      ...(declared?.sampling && { greeting: askModel("Generate a greeting") }),
      ...(declared?.roots && { client_roots: inputRequired.listRoots() }),
    };
    return Object.keys(inputRequests).length === 0 ? done("nothing can be asked") : inputRequired({ inputRequests });
  });
  server.registerPrompt("test_input_required_result_prompt", { description: "Asks first." }, (ctx) => {
    const { inputResponses } = (ctx as unknown as ServerContext).mcpReq;
    const context = acceptedContent<{ context: string }>(inputResponses, "user_context")?.context;
    if (context === undefined)
      return inputRequired({ inputRequests: { user_context: askFor("Which context?", "context") } });
    return { messages: [{ role: "user", content: textOf(`Use the following context: ${context}`) }] };
  });
}

/** Tools whose state travels through the client and back. */
function addStateFixtures(tool: (name: string, run: (req: Req) => unknown) => void, codec: Codec): void {
  const confirm = async (of: string) =>
    inputRequired({
      inputRequests: { confirm: askFor("Please confirm", "ok", "boolean") },
      requestState: await codec.mint({ tool: of }),
    });
  const isConfirmed = (req: Req): boolean => acceptedContent(req.inputResponses, "confirm") !== undefined;
  tool("test_input_required_result_request_state", (req) =>
    isConfirmed(req) && req.requestState() !== undefined ? done("state-ok") : confirm("request_state"),
  );
  tool("test_input_required_result_tampered_state", (req) =>
    isConfirmed(req) && req.requestState() !== undefined ? done("integrity-ok") : confirm("tampered_state"),
  );
  tool("test_input_required_result_multi_round", async (req) => {
    const state = req.requestState<Record<string, unknown>>();
    const round = typeof state?.round === "number" ? state.round : 0;
    if (round === 2) {
      const color = acceptedContent<{ color: string }>(req.inputResponses, "step2")?.color;
      return done(`Multi-round complete: ${state?.name} likes ${color}`);
    }
    const name = acceptedContent<{ name: string }>(req.inputResponses, "step1")?.name;
    return inputRequired({
      inputRequests: round === 0 ? { step1: askFor("Your name?", "name") } : { step2: askFor("Your color?", "color") },
      requestState: await codec.mint({ round: round + 1, name }),
    });
  });
}
