import { blockChannel, reportDirectory } from "@skucast/db/directory/moderate-directory";
import { type Command, type CommandContext, UsageError } from "./command.js";
import { withDatabase } from "./with-database.js";

const PAGE = 200;
const REASON_LENGTH_MAX = 500;
const CHANNEL = /^ch_[0-9a-z]{26}$/;

export const reportPublicDirectory: Command = {
  words: "directory report",
  usage: "directory report",
  summary: "List the channels of the public directory with their workspaces, owners and proven domains.",
  options: [],
  run: (ctx) =>
    withDatabase(ctx, async (db) => {
      for (let after = ""; ; ) {
        const channels = await reportDirectory(db, after, PAGE);
        for (const { id, name, workspaceId, workspaceName, owners, domains, blockReason } of channels) {
          ctx.print(`${id}  ${JSON.stringify(name)}`);
          ctx.print(
            `  workspace ${workspaceId} ${JSON.stringify(workspaceName)}, owners: ${owners.join(", ") || "none"}`,
          );
          ctx.print(`  domains: ${domains.join(", ") || "none"}`);
          if (blockReason !== null) ctx.print(`  taken down: ${JSON.stringify(blockReason)}`);
        }
        if (channels.length < PAGE) return 0;
        after = channels.at(-1)?.id ?? after;
      }
    }),
};

export const takeChannelDown: Command = {
  words: "directory take-down",
  usage: "directory take-down CHANNEL_ID --reason TEXT",
  summary: "Take a channel out of the public directory at once; its workspace sees the reason in its audit log.",
  takes: ["CHANNEL_ID"],
  options: ["reason"],
  run: async (ctx) => {
    const reason = ctx.options.reason?.trim() ?? "";
    if (reason === "" || reason.length > REASON_LENGTH_MAX) {
      throw new UsageError(`Give a reason of 1 to ${REASON_LENGTH_MAX} characters: --reason TEXT`);
    }
    return block(ctx, reason);
  },
};

export const restoreChannel: Command = {
  words: "directory restore",
  usage: "directory restore CHANNEL_ID",
  summary: "Allow a channel that was taken down in the public directory again.",
  takes: ["CHANNEL_ID"],
  options: [],
  run: (ctx) => block(ctx, null),
};

function block(ctx: CommandContext, reason: string | null): Promise<number> {
  const [id = ""] = ctx.args;
  if (!CHANNEL.test(id)) throw new UsageError("Name the channel by its id, such as ch_01jd0000000000000000000000.");
  return withDatabase(ctx, async (db) => {
    if (!(await blockChannel(db, id, reason))) throw new Error(`There is no channel ${id}.`);
    ctx.print(reason === null ? `${id} may be in the public directory again` : `${id} is out of the public directory`);
    return 0;
  });
}
