import type { CallToolResult } from "@modelcontextprotocol/server";
import { faultsOf } from "@skucast/contracts/faults";
import { LIMITS } from "@skucast/contracts/limits";
import { Problem, validationFailed } from "@skucast/contracts/problem";
import { METRICS } from "@skucast/service-kit/metric-names";
import { TimeLimitError, withinTime } from "@skucast/service-kit/time-limit";
import type { AnyCall, Tool } from "../tools/define-tool.js";
import type { Caller } from "./caller.js";
import { cleanAnswer } from "./clean-answer.js";
import { describeRefusal } from "./describe-refusal.js";

/** Calls a tool and tells how it ended. What it refuses or fails at is a result that the model can act on. */
export async function callTool(tool: Tool, call: AnyCall, caller: Caller): Promise<CallToolResult> {
  const startedAtMs = performance.now();
  const result = await resultOf(tool, call, caller);
  const outcome = result.isError ? "refused" : "done";
  const { logger, metrics } = call.ctx;
  metrics.counter(METRICS.toolCalls).inc({ tool: tool.name, outcome });
  logger.info(
    {
      event: "mcp.tool_called",
      tool: tool.name,
      outcome,
      duration_ms: Math.round(performance.now() - startedAtMs),
      principal: call.principal?.kind ?? "anybody",
      workspace_id: call.principal?.workspaceId,
      request_id: caller.requestId,
    },
    "tool called",
  );
  return result;
}

async function resultOf(tool: Tool, call: AnyCall, { requestId }: Caller): Promise<CallToolResult> {
  try {
    const input = parseInput(tool, call.input);
    const work = withinTime(LIMITS.requestTimeoutMs, tool.run({ ...call, input }), "the tool took too long");
    const { structured, json } = cleanAnswer(await work.catch(refuseOverdue));
    return { content: [{ type: "text", text: json }], structuredContent: structured };
  } catch (error) {
    const { body } = call.ctx.problems.answer(error, requestId);
    return { content: [{ type: "text", text: describeRefusal(body, tool) }], isError: true };
  }
}

/** The arguments as the tool takes them; all faults at once, each with what is allowed. */
function parseInput({ input }: Tool, given: unknown): unknown {
  const parsed = input.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  throw validationFailed(faultsOf(parsed.error, input));
}

function refuseOverdue(error: unknown): never {
  if (!(error instanceof TimeLimitError)) throw error;
  throw new Problem("unavailable", `The call took longer than ${LIMITS.requestTimeoutMs / 1000} s.`);
}
