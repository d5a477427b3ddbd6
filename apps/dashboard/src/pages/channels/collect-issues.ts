import { PAGE_SIZE_MAX } from "@skucast/contracts/list-limits";
import type { RunIssue } from "@skucast/contracts/runs/run";
import { api, type ResponseOf } from "../../api/client.js";
import { retryWhenRateLimited } from "../../api/retry-when-rate-limited.js";

/** Maximum number of issues that are read in the browser. */
const ISSUES_MAX = 50_000;

interface Affected {
  readonly channelId: string;
  /** Only issues of this kind. */
  readonly filter: { readonly code?: string; readonly field?: string };
  readonly signal: AbortSignal;
}

/** The issues of a channel, page by page, up to a limit. */
export async function collectIssues({ channelId, filter, signal }: Affected): Promise<readonly RunIssue[]> {
  const found: RunIssue[] = [];
  let cursor: string | null = null;
  do {
    const query = { ...filter, limit: PAGE_SIZE_MAX, ...(cursor !== null && { cursor }) };
    const page: ResponseOf<"listChannelIssues"> = await retryWhenRateLimited(() =>
      api.call("listChannelIssues", { params: { channel_id: channelId }, query: query as never, signal }),
    );
    found.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null && found.length < ISSUES_MAX);
  return found;
}
