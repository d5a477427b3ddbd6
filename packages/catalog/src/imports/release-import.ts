import type { Import } from "@skucast/contracts/imports/import";
import type { Call, WriteOptions } from "../call.js";
import { clearHold } from "../sources/clear-hold.js";
import { runChange } from "../transactions.js";
import { lockHeldImport } from "./held-import.js";
import { importOf } from "./import-row.js";

/** Releases a held import with the file that was fetched; the importer continues with it at once. */
export function releaseImport(call: Call<{ id: string; reason: string } & WriteOptions>): Promise<Import> {
  const { id, reason, precondition } = call.input;
  return runChange(call, "products:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const held = await lockHeldImport(change, id, precondition);
    await clearHold(change, held.source_id);
    const data = { status: "queued", isReleased: true, version: { increment: 1 }, updatedAt: now };
    const released = importOf(await tx.import.update({ where: { workspaceId_id: { workspaceId, id } }, data }));
    await append("import.queued", { id, version: released.version }, {});
    await audit("import.released", id, { reason, source_id: held.source_id, hold: held.hold });
    return released;
  });
}
