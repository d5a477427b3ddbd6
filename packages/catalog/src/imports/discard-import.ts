import type { Import } from "@skucast/contracts/imports/import";
import type { Call, WriteOptions } from "../call.js";
import { runChange } from "../transactions.js";
import { cancelOpenImport } from "./cancel-import.js";
import { lockHeldImport } from "./held-import.js";

/** Discards a held import: it changes nothing, and the source continues with its next file. */
export function discardImport(call: Call<{ id: string; reason?: string | undefined } & WriteOptions>): Promise<Import> {
  const { id, reason, precondition } = call.input;
  return runChange(call, "products:write", async (change) => {
    const { source_id } = await lockHeldImport(change, id, precondition);
    await change.audit("import.discarded", id, { source_id, ...(reason !== undefined && { reason }) });
    return cancelOpenImport(change, id);
  });
}
