import type { ProfileDefinition } from "@skucast/contracts/channel-profiles/channel-profile";
import type { IssueCode } from "@skucast/contracts/channel-profiles/issue-codes";
import type { IssueCount, RunIssue } from "@skucast/contracts/runs/run";
import type { RunIssue as IssueRow } from "@skucast/db/generated/client";
import { runIssueOf } from "@skucast/profiles/channel/map-document";
import { chosenProfile } from "@skucast/profiles/profiles/profile-of";
import type { Call } from "../call.js";
import { definitionIn } from "../channel-profiles/stored-profiles.js";
import type { Page, PageRequest } from "../page.js";
import { requireFound } from "../require-found.js";
import { type Change, runRead } from "../transactions.js";
import { runOf } from "./run-row.js";

type Input = PageRequest & {
  runId: string;
  code?: IssueCode | undefined;
  severity?: "error" | "warning" | undefined;
  sku?: string | undefined;
};

export interface IssuePage extends Page<RunIssue> {
  /** Counts of all issues of the run, regardless of filters. */
  readonly counts: readonly IssueCount[];
}

/** A page of a run's issues in order of products, optionally filtered by code, severity or product. */
export function listRunIssues(call: Call<Input>): Promise<IssuePage> {
  const { after, limit, runId, code, severity, sku } = call.input;
  return runRead(call, "feeds:read", async (tx, workspaceId) => {
    const run = requireFound(
      await tx.run.findUnique({ where: { workspaceId_id: { workspaceId, id: runId } } }),
      "run",
      runId,
    );
    const filter = { ...(code && { code }), ...(severity && { severity }), ...(sku && { sku }) };
    const where = { workspaceId, runId, place: { gt: Number(after) }, ...filter };
    const rows = await tx.runIssue.findMany({ where, orderBy: { place: "asc" }, take: limit + 1 });
    const items = rows.slice(0, limit);
    const profile = await profileOfFeed({ tx, workspaceId }, run.feedId);
    return {
      items: items.map((row) => issueOf(row, profile)),
      next: rows.length > limit ? String(items.at(-1)?.place ?? "") : null,
      counts: runOf(run).issue_counts,
    };
  });
}

/** The profile that the feed's channel has now. */
async function profileOfFeed(
  { tx, workspaceId }: Pick<Change, "tx" | "workspaceId">,
  feedId: string,
): Promise<ProfileDefinition | undefined> {
  const feed = await tx.feed.findUnique({ where: { workspaceId_id: { workspaceId, id: feedId } } });
  const where = { workspaceId_id: { workspaceId, id: feed?.channelId ?? "" } };
  const channel = await tx.channel.findUnique({ where });
  return channel ? chosenProfile({ profile: channel.profile, definition: definitionIn(channel) }) : undefined;
}

const issueOf = ({ sku, severity, code, field, message }: IssueRow, profile?: ProfileDefinition): RunIssue =>
  runIssueOf(
    { severity: severity === "error" ? "error" : "warning", code: code as IssueCode, field, message },
    sku,
    profile,
  );
