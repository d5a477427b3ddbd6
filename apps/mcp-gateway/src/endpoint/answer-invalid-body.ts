import { type Fault, type Problem, validationFailed } from "@skucast/contracts/problem";
import type { RawExchange } from "@skucast/http-kit/raw-router";
import type { McpContext } from "../context.js";
import { answerInvalidParams } from "./answer-error.js";
import type { Message } from "./read-message.js";
import { createCallRejecter, isCall } from "./reject-call.js";

/**
 * Answers a message with values that no request may have, such as a number that cannot be kept exactly: a call with an
 * error result, as for other wrong arguments, and another request with an error. Throws the problem if there is no single
 * request to answer.
 */
export function createInvalidBodyHandler(ctx: Pick<McpContext, "problems" | "publicUrl">) {
  const rejectCall = createCallRejecter(ctx);
  return function answerInvalidBody(exchange: RawExchange, message: Message | null, problem: Problem): void {
    if (message === null || message.id === null) throw problem;
    if (isCall(message)) rejectCall(exchange, message, validationFailed(problem.faults.map(inArguments)));
    else answerInvalidParams(exchange.res, message.id, problem.message);
  };
}

/** As for other errors of arguments, whose pointers start there. */
const inArguments = (fault: Fault): Fault => ({
  ...fault,
  pointer: fault.pointer.replace(/^\/params\/arguments(?=\/)/, ""),
});
