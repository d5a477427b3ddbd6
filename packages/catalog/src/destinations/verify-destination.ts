import type { DestinationVerification, VerifiedFile } from "@skucast/contracts/destinations/destination-verification";
import { LIMITS } from "@skucast/contracts/limits";
import type { RunFile } from "@skucast/contracts/runs/run";
import { PARTNER_TYPES } from "@skucast/partners/partner-types";
import { companionFile } from "@skucast/sftp/companion-file";
import { SftpFailure } from "@skucast/sftp/sftp-failure";
import type { Comparison } from "@skucast/sftp/verify-target";
import type { Call, WriteOptions } from "../call.js";
import { runChange, runRead } from "../transactions.js";
import { reserveConnectionTest, STALL_TIMEOUT_MS } from "./reserve-connection-test.js";

interface DeliveredRun {
  readonly id: string;
  readonly feedId: string;
  readonly files: readonly RunFile[];
  readonly startedAt: Date;
  /** The manifest or trigger that was uploaded after the files; null if none was. */
  readonly companion: string | null;
}

/** Feeds that deliver to the destination, each with its last run that was delivered there. */
const SELECT_DELIVERED = `
  SELECT run.id, feed.id AS "feedId", run.files, run.started_at AS "startedAt", run.companion
  FROM feeds feed
  CROSS JOIN LATERAL (
    SELECT id, files, started_at, (
      SELECT d->>'companion' FROM jsonb_array_elements(deliveries) AS d WHERE jsonb_build_array(d) @> $3::jsonb LIMIT 1
    ) AS companion
    FROM runs
    WHERE workspace_id = $1 AND feed_id = feed.id AND deliveries @> $3::jsonb
    ORDER BY id DESC LIMIT 1) run
  WHERE feed.workspace_id = $1 AND feed.deliveries @> $2::jsonb
  ORDER BY feed.id`;

/**
 * Compares the files at the destination with what was last delivered there, and adds an entry to the audit log. With
 * `validateOnly` no connection is made.
 */
export async function verifyDestination(call: Call<{ id: string } & WriteOptions>): Promise<DestinationVerification> {
  const { ctx, input } = call;
  const { row, partner } = await reserveConnectionTest(call);
  const runs = await runRead(call, "feeds:read", (tx) =>
    tx.$queryRawUnsafe<DeliveredRun[]>(
      SELECT_DELIVERED,
      row.workspaceId,
      JSON.stringify([{ destination_id: row.id }]),
      JSON.stringify([{ destination_id: row.id, status: "delivered" }]),
    ),
  );
  const delivered = runs.flatMap(deliveredFiles);
  if (delivered.length === 0) return { status: "nothing_delivered", message: null, server_message: null, files: [] };
  if (input.validateOnly) return resultOf(delivered, NOT_TRIED);
  const options = {
    guard: ctx.guard,
    signal: AbortSignal.timeout(LIMITS.destinationTestTimeoutMs),
    stallTimeoutMs: STALL_TIMEOUT_MS,
  };
  const result = await PARTNER_TYPES[partner.type].verify(partner, options, delivered).then(
    (comparisons) => resultOf(delivered, (place) => comparisons[place] as Comparison),
    (error: unknown) => failed(error),
  );
  await runChange(call, "feeds:write", ({ audit }) => {
    const { name, host } = row;
    const { status, files } = result;
    return audit("destination.verified", input.id, { name, host, status, files: files.length });
  });
  return result;
}

interface Delivered extends Pick<RunFile, "name" | "bytes" | "sha256"> {
  readonly run_id: string;
  readonly feed_id: string;
}

/** The files of a run with their manifest or trigger. */
function deliveredFiles({ id, feedId, files, startedAt, companion }: DeliveredRun): Delivered[] {
  const run = { files, runId: id, feedId, generatedAt: startedAt.toISOString() };
  const followed = companion === null ? [] : [companionFile(companion, run)];
  return [...files, ...followed].map(({ name, bytes, sha256 }) => ({
    name,
    bytes,
    sha256,
    run_id: id,
    feed_id: feedId,
  }));
}

const NOT_TRIED = (): Comparison => ({ status: "not_compared", message: "no connection was made" });

function resultOf(
  delivered: readonly Delivered[],
  comparisonAt: (place: number) => Comparison,
): DestinationVerification {
  const files = delivered.map(
    ({ feed_id, run_id, name, bytes }, place): VerifiedFile => ({
      feed_id,
      run_id,
      name,
      bytes,
      ...comparisonAt(place),
    }),
  );
  const isAny = (...statuses: VerifiedFile["status"][]) => files.some(({ status }) => statuses.includes(status));
  const status = isAny("different", "missing") ? "different" : isAny("not_compared") ? "incomplete" : "equal";
  return { status, message: null, server_message: null, files };
}

function failed(error: unknown): DestinationVerification {
  if (!(error instanceof SftpFailure)) throw error;
  return { status: "failed", message: error.message, server_message: error.serverMessage, files: [] };
}
