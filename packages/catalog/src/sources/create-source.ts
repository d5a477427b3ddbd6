import { newId } from "@skucast/contracts/ids";
import { sourceOptionsSchema } from "@skucast/contracts/sources/reading";
import type { Source, SourceCreate } from "@skucast/contracts/sources/source";
import { assertBelowLimit } from "../assert-below-limit.js";
import { holderOf } from "../bound-access/bound-access.js";
import type { Call, WriteOptions } from "../call.js";
import { definedFields } from "../patch.js";
import { requireRecentSignIn } from "../require-recent-sign-in.js";
import { requireScope } from "../require-scope.js";
import { assertScheduleValid } from "../schedules.js";
import { runChange } from "../transactions.js";
import { assertAddressAllowed, SFTP_PORT } from "./assert-address-allowed.js";
import { sealLogin } from "./source-login.js";
import { locationOf, renderSource, scheduleColumns, sourceEventObject, withoutPublicKey } from "./source-row.js";

export async function createSource(call: Call<{ source: SourceCreate } & WriteOptions>): Promise<Source> {
  const { ctx, principal, input } = call;
  requireScope(principal, "products:write");
  requireRecentSignIn(ctx, principal);
  const { source } = input;
  assertScheduleValid(source.schedule, ctx.clock.now());
  await assertAddressAllowed(ctx, source);
  return runChange(call, "products:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const count = () => tx.source.count({ where: { workspaceId } });
    await assertBelowLimit(change, { count, max: ctx.quotas.sources, noun: "sources" });
    const id = newId("src", now.getTime());
    const { name, type, status, auth = { type: "none" } as const } = source;
    const location = locationOf(
      type === "sftp" ? { port: SFTP_PORT, host_keys: [], ...definedFields(source), type } : source,
    );
    const row = await tx.source.create({
      data: {
        workspaceId,
        id,
        name,
        type,
        status,
        location,
        ...sealLogin(ctx.keyring, { workspaceId, id }, auth),
        options: optionsOf(source),
        boundTo: holderOf(principal),
        ...scheduleColumns(source, now),
        createdAt: now,
        updatedAt: now,
      },
    });
    const created = await renderSource(change, row);
    await append("source.created", sourceEventObject(created), {});
    await audit("source.created", id, { name, type, host: hostOf(created), mode: created.mode });
    return input.validateOnly ? withoutPublicKey(created) : created;
  });
}

const optionNames = Object.keys(sourceOptionsSchema.shape);

/** The options of a source, as stored. */
export const optionsOf = (source: object) =>
  Object.fromEntries(
    Object.entries(source).filter(([name, value]) => optionNames.includes(name) && value !== undefined),
  );

/** The host of a source's file, for the audit log. The rest of its URL may contain a token. */
export const hostOf = ({ url, host }: Pick<Source, "url" | "host">): string | undefined =>
  url === undefined ? host : new URL(url).host;
