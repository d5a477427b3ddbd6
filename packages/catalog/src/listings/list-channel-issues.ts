import { fixHintOf, type IssueCode } from "@skucast/contracts/channel-profiles/issue-codes";
import type { IssueSummary } from "@skucast/contracts/listings/listing";
import { bindingOf } from "@skucast/contracts/principal";
import type { RunIssue } from "@skucast/contracts/runs/run";
import { countChannelIssues, type IssuePage, readChannelIssues } from "@skucast/db/listings/read-channel-issues";
import type { Call } from "../call.js";
import { getChannel } from "../channels/get-channel.js";
import type { Page, PageRequest } from "../page.js";

interface IssueInput extends PageRequest {
  readonly id: string;
  readonly code?: IssueCode | undefined;
  readonly severity?: "error" | "warning" | undefined;
  /** Only issues of this column. */
  readonly field?: string | undefined;
  readonly sku?: string | undefined;
}

export interface IssueList extends Page<RunIssue> {
  readonly isComplete: boolean;
  /** Null after the first page. */
  readonly summary: IssueSummary | null;
}

/** A page of the issues of a channel's products, in order of SKU. Throws not_found. */
export async function listChannelIssues(call: Call<IssueInput>): Promise<IssueList> {
  const { ctx, principal, input } = call;
  const { id, after, limit, code, severity, field, sku } = input;
  await getChannel(call);
  const binding = bindingOf(principal);
  const { skip, from } = placeOf(after);
  const query = { binding, channelId: id, from, isAfter: skip === 0, limit, code, severity, field, sku };
  const page = await readChannelIssues(ctx.db, query);
  const summary = after === "" ? await countChannelIssues(ctx.db, binding, id) : null;
  const found = page.products.flatMap(({ sku: own, issues }) => {
    const ofProduct = (JSON.parse(issues) as StoredIssue[]).map((issue, index) => ({
      issue: issueOf(issue, own),
      index,
    }));
    const rest = own === from ? ofProduct.slice(skip) : ofProduct;
    return rest.filter(
      ({ issue }) =>
        (code ?? issue.code) === issue.code &&
        (severity ?? issue.severity) === issue.severity &&
        (field ?? issue.field) === issue.field,
    );
  });
  const shown = found.slice(0, limit);
  const next = found.length > limit ? positionOf(shown.at(-1)) : afterPage(page);
  return {
    items: shown.map(({ issue }) => issue),
    next,
    isComplete: page.isComplete,
    summary: summary && {
      ...summary,
      counts: [...summary.counts],
      causes: summary.causes.map((cause) => ({ ...cause, fix_hint: fixHintOf(cause.code as IssueCode) })),
    },
  };
}

type StoredIssue = Pick<RunIssue, "severity" | "field" | "message"> & { readonly code: IssueCode };

const issueOf = ({ severity, code, field, message }: StoredIssue, sku: string): RunIssue => ({
  sku,
  severity,
  code,
  field,
  message,
  fix_hint: fixHintOf(code),
});

/** Parses a page's start: a SKU, and how many of its issues earlier pages contained; 0 means all of them. */
function placeOf(position: string): { skip: number; from: string } {
  const at = position.indexOf(" ");
  return at === -1 ? { skip: 0, from: "" } : { skip: Number(position.slice(0, at)), from: position.slice(at + 1) };
}

const positionOf = (last: { issue: RunIssue; index: number } | undefined): string | null =>
  last === undefined ? null : `${last.index + 1} ${last.issue.sku}`;

const afterPage = ({ lookedUpTo }: IssuePage): string | null => (lookedUpTo === null ? null : `0 ${lookedUpTo}`);
