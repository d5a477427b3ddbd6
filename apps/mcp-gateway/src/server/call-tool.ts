import { faultsOf } from "@skucast/contracts/faults";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import { METRICS } from "@skucast/service-kit/metric-names";
import { TimeLimitError, withinTime } from "@skucast/service-kit/time-limit";
import type { AnyCall, Tool } from "../tools/define-tool.js";
import type { Caller } from "./caller.js";
import { cleanAnswer } from "./clean-answer.js";
import { describeRefusal } from "./describe-refusal.js";
import { lenientInput } from "./lenient-input.js";
import { noticed } from "./notice.js";

/** What is passed on to a tool beside what is known of its caller. */
type Passed = Pick<AnyCall, "ctx" | "input" | "signal">;

/** How a call ended. */
export interface ToolAnswer {
  /** JSON of `structured`; of a refusal, sentences that a model can act on. */
  readonly text: string;
  readonly structured: Record<string, unknown> | null;
  readonly isError: boolean;
}

/** Calls a tool and tells how it ended. What it refuses or fails at is an answer, too. */
export async function callTool(tool: Tool, passed: Passed, caller: Caller): Promise<ToolAnswer> {
  const startedAtMs = performance.now();
  const { principal, requestId, ip, userAgent } = caller;
  const call = { ...passed, principal, origin: { requestId, ip, userAgent } };
  const answer = await answerOf(tool, call, caller.keepFor);
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

async function answerOf(tool: Tool, call: AnyCall, keepFor: Caller["keepFor"]): Promise<ToolAnswer> {
  try {
    const input = parseInput(tool, call.input);
    const work = tool.run({ ...call, input });
    keepFor(work);
    const inTime = withinTime(LIMITS.requestTimeoutMs, work, "the tool took too long");
    const { structured, json } = cleanAnswer(noticed(await inTime.catch(refuseOverdue)));
    return { text: json, structured, isError: false };
  } catch (error) {
    if (call.signal.aborted && error === call.signal.reason) return GONE;
    const { body } = call.ctx.problems.answer(error, call.origin.requestId ?? "");
    return { text: describeRefusal(body, tool), structured: null, isError: true };
  }
}

/** Read by nobody: the caller has gone, or may not be answered any more. */
const GONE: ToolAnswer = { text: "The call was cancelled.", structured: null, isError: true };

/** The arguments as the tool takes them; all faults at once, each with what is allowed. */
function parseInput({ input }: Tool, given: unknown): unknown {
  const parsed = input.safeParse(lenientInput(input, given ?? {}));
  if (parsed.success) return parsed.data;
  throw validationFailed(faultsOf(parsed.error, input));
}

function refuseOverdue(error: unknown): never {
  if (!(error instanceof TimeLimitError)) throw error;
  throw new Problem("unavailable", `The call took longer than ${LIMITS.requestTimeoutMs / 1000} s.`);
}
