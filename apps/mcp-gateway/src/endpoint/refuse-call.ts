import type { Problem } from "@skucast/contracts/problem";
import type { RawExchange } from "@skucast/http-kit/raw-router";
import type { McpContext } from "../context.js";
import { describeRefusal } from "../server/describe-refusal.js";
import type { Message } from "./read-message.js";
import { resultWriting } from "./write-result.js";

/** ChatGPT and OpenAI's API, which look for a challenge in the results of calls that succeeded as HTTP requests. */
const READS_RESULTS_ALONE = /^openai-mcp\//;

/** Whether it is a call whose refusal can be its result. */
export const isCall = (message: Message): message is Message & { readonly id: string | number } =>
  message.toolName !== null && message.id !== null;

/**
 * Refuses a call for want of a scope. The answer is a result that is an error, for the model to read. A challenge stands in
 * its metadata, where ChatGPT looks for it, and in the header of HTTP 403, which makes other clients ask the user. Where
 * the role stands in the way nothing can be asked for, and the result is all.
 */
export function callRefusing(ctx: Pick<McpContext, "problems" | "publicUrl">) {
  const resultMessage = resultWriting(ctx);
  return function refuseCall(
    { res, requestId, userAgent = "" }: RawExchange,
    { id, era }: Message & { readonly id: string | number },
    refusal: Problem,
  ): void {
    const { status, body } = ctx.problems.answer(refusal, requestId);
    const challenge = refusal.headers["WWW-Authenticate"];
    const meta = challenge === undefined ? {} : { meta: { "mcp/www_authenticate": [challenge] } };
    const text = describeRefusal(body, {});
    const message = resultMessage({ id, era, ...meta }, { text, structured: null, isError: true });
    const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(message) };
    const isResultAlone = challenge === undefined || READS_RESULTS_ALONE.test(userAgent);
    res.writeHead(isResultAlone ? 200 : status, { ...headers, ...refusal.headers }).end(message);
  };
}
