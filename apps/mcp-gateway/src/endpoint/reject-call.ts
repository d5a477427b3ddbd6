import type { Problem } from "@skucast/contracts/problem";
import type { RawExchange } from "@skucast/http-kit/raw-router";
import type { McpContext } from "../context.js";
import { describeProblem } from "../server/describe-problem.js";
import type { Message } from "./read-message.js";
import { createResultWriter } from "./write-result.js";

/** ChatGPT and OpenAI's API read challenges only from results of successful HTTP requests. */
const READS_ONLY_RESULTS = /^openai-mcp\//;

/** Whether the message is a call that can be rejected with a result. */
export const isCall = (message: Message): message is Message & { readonly id: string | number } =>
  message.toolName !== null && message.id !== null;

/**
 * Rejects a call before it runs. The response is an error result for the model. If a scope is missing, the challenge is in
 * its metadata for ChatGPT, and in a header of the 403 response for other clients, which then prompt the user. If the role
 * does not allow the scope, or something else is wrong, there is no challenge, only the result.
 */
export function createCallRejecter(ctx: Pick<McpContext, "problems" | "publicUrl">) {
  const resultMessage = createResultWriter(ctx);
  return function rejectCall(
    { res, requestId, userAgent = "" }: RawExchange,
    { id, era }: Message & { readonly id: string | number },
    problem: Problem,
  ): void {
    const { status, body } = ctx.problems.answer(problem, requestId);
    const challenge = problem.headers["WWW-Authenticate"];
    const meta = challenge === undefined ? {} : { meta: { "mcp/www_authenticate": [challenge] } };
    const text = describeProblem(body, {});
    const message = resultMessage({ id, era, ...meta }, { text, structured: null, isError: true });
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(message) };
    const isResultAlone = challenge === undefined || READS_ONLY_RESULTS.test(userAgent);
    res.writeHead(isResultAlone ? 200 : status, { ...headers, ...problem.headers }).end(message);
  };
}
