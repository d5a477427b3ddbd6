import { inSystem } from "@skucast/db/database";
import { appendEvent } from "@skucast/events/append-event";
import { LeaseLost } from "@skucast/service-kit/lease";
import type { ExporterContext } from "../context.js";
import { insertRunNotice } from "../notices/insert-run-notice.js";
import type { ClaimedRun } from "./claimed-run.js";
import { lockFeed } from "./finish-run.js";
import { type GeneratedOutcome, saveGenerated } from "./save-generated.js";
import { supersedeHeld } from "./supersede-held.js";

const HOLD = `
  UPDATE runs SET status = 'held', lease_owner = NULL, lease_until = NULL, version = version + 1, updated_at = $4
  WHERE workspace_id = $1 AND id = $2 AND lease_owner = $3
  RETURNING version`;

/** Holds a run until a user decides: its files are kept, nothing is delivered, the live files stay. */
export function holdRun(
  { db, clock, settings }: ExporterContext,
  run: ClaimedRun,
  generated: GeneratedOutcome,
): Promise<void> {
  return inSystem(db, async (client) => {
    const now = clock.now();
    await lockFeed(client, run);
    await saveGenerated(client, run, { generated, now });
    await supersedeHeld(client, run, now);
    const values = [run.workspaceId, run.id, run.owner, now];
    const { rows } = await client.query<{ version: string }>(HOLD, values);
    const [held] = rows;
    if (!held) throw new LeaseLost();
    const { counts, files, guards } = generated;
    const eventId = await appendEvent(client, {
      workspaceId: run.workspaceId,
      type: "feed.run.held",
      sequence: BigInt(held.version),
      data: {
        object: { id: run.id, feed_id: run.feedId, status: "held", counts, files, error: null, guards },
        previous: {},
      },
      now,
    });
    await insertRunNotice(client, run, {
      result: { type: "held", guards },
      eventId,
      now,
      isMailing: settings.isMailing,
    });
  });
}
