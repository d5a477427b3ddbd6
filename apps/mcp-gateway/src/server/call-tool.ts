import { faultsOf } from "@skucast/contracts/faults";
import { LIMITS } from "@skucast/contracts/limits";
import { parseBounded } from "@skucast/contracts/parse-bounded";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import { METRICS } from "@skucast/service-kit/metric-names";
import { TimeLimitError, withTimeLimit } from "@skucast/service-kit/time-limit";
import type { AnyCall, Tool } from "../tools/define-tool.js";
import type { Caller } from "./caller.js";
import { cleanAnswer } from "./clean-answer.js";
import { describeProblem } from "./describe-problem.js";
import { lenientInput } from "./lenient-input.js";
import { noticed } from "./notice.js";

/** What a tool gets in addition to its caller. */
type Passed = Pick<AnyCall, "ctx" | "input" | "signal">;

/** The result of a call. */
export interface ToolAnswer {
  /** JSON of `structured`, or, for an error, sentences that a model can act on. */
  readonly text: string;
  readonly structured: Record<string, unknown> | null;
  readonly isError: boolean;
}

/** Calls a tool and returns its result. Errors are results, too. */
export async function callTool(tool: Tool, passed: Passed, caller: Caller): Promise<ToolAnswer> {
  const startedAtMs = performance.now();
  const { principal, requestId, serverRequestId, ip, userAgent } = caller;
  const call = { ...passed, principal, origin: { requestId, serverRequestId, ip, userAgent } };
  const answer = await answerOf(tool, call, caller.holdUntil);
  const outcome = outcomeOf(answer, passed.signal);
  const { logger, metrics } = passed.ctx;
  metrics.counter(METRICS.toolCalls).inc({ tool: tool.name, outcome });
  logger.info(
    {
      event: "mcp.tool_called",
      tool: tool.name,
      outcome,
      duration_ms: Math.round(performance.now() - startedAtMs),
      principal: principal?.kind ?? "anybody",
      workspace_id: principal?.workspaceId,
      request_id: requestId,
    },
    "tool called",
  );
  return answer;
}

function outcomeOf({ isError }: ToolAnswer, { aborted }: AbortSignal): "done" | "refused" | "cancelled" {
  if (!isError) return "done";
  return aborted ? "cancelled" : "refused";
}

async function answerOf(tool: Tool, call: AnyCall, holdUntil: Caller["holdUntil"]): Promise<ToolAnswer> {
  try {
    const input = parseInput(tool, call.input);
    const work = tool.run({ ...call, input });
    holdUntil(work);
    const inTime = withTimeLimit(LIMITS.requestTimeoutMs, work, "the tool took too long");
    const { structured, json } = cleanAnswer(noticed(await inTime.catch(timeoutProblem)));
    return { text: json, structured, isError: false };
  } catch (error) {
    if (call.signal.aborted && error === call.signal.reason) return CANCELLED;
    const { body } = call.ctx.problems.answer(error, call.origin.requestId ?? "");
    return { text: describeProblem(body, tool), structured: null, isError: true };
  }
}

/** No one reads it: the client disconnected or its token was revoked. */
const CANCELLED: ToolAnswer = { text: "The call was cancelled.", structured: null, isError: true };

/** Parses the arguments. Reports all errors at once, each with what is allowed. */
function parseInput({ input }: Tool, given: unknown): unknown {
  const parsed = parseBounded(input, lenientInput(input, given ?? {}));
  if (parsed.success) return parsed.data;
  throw validationFailed(faultsOf(parsed.error, input));
}

function timeoutProblem(error: unknown): never {
  if (!(error instanceof TimeLimitError)) throw error;
  throw new Problem("unavailable", `The call took longer than ${LIMITS.requestTimeoutMs / 1000} s.`);
}
