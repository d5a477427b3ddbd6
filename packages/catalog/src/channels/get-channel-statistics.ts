import type { ChannelStatistics } from "@skucast/contracts/channels/statistics";
import type { Call } from "../call.js";
import { requireFound } from "../require-found.js";
import { runRead } from "../transactions.js";

const DAY_MS = 86_400_000;

/** How many of a channel's products were in which state on the last days. Throws not_found. */
export function getChannelStatistics(
  call: Call<{ readonly id: string; readonly days: number }>,
): Promise<ChannelStatistics> {
  const { id, days } = call.input;
  return runRead(call, "channels:read", async (tx, workspaceId) => {
    const channel = await tx.channel.findUnique({
      where: { workspaceId_id: { workspaceId, id } },
      select: { id: true },
    });
    requireFound(channel, "channel", id);
    const since = new Date(call.ctx.clock.now().getTime() - days * DAY_MS);
    const rows = await tx.channelDay.findMany({
      where: { workspaceId, channelId: id, day: { gt: since }, countedAt: { not: null } },
      orderBy: { day: "asc" },
    });
    return { channel_id: id, days: rows.flatMap(dayOf) };
  });
}

type Day = ChannelStatistics["days"][number];

interface Row extends Readonly<Record<"published" | "pending" | "held" | "invalid" | "excluded", bigint>> {
  readonly day: Date;
  readonly countedAt: Date | null;
  readonly issues: unknown;
}

const dayOf = ({ day, countedAt, published, pending, held, invalid, excluded, issues }: Row): Day[] =>
  countedAt === null
    ? []
    : [
        {
          date: day.toISOString().slice(0, 10),
          counted_at: countedAt.toISOString(),
          published: Number(published),
          pending: Number(pending),
          held: Number(held),
          invalid: Number(invalid),
          excluded: Number(excluded),
          // As count-channel-day.ts writes them.
          issues: issues as Day["issues"],
        },
      ];
