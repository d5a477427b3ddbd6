import { newId } from "@skucast/contracts/ids";
import type { Import, ImportColumn, ImportOptions, ImportQuestion } from "@skucast/contracts/imports/import";
import { LIMITS } from "@skucast/contracts/limits";
import { bindingOf } from "@skucast/contracts/principal";
import type { Prisma } from "@skucast/db/generated/client";
import { assertBelowLimit } from "../assert-below-limit.js";
import type { Call, WriteOptions } from "../call.js";
import { runChange } from "../transactions.js";
import { importOf } from "./import-row.js";

/** A stored upload, and how it will be read. */
export interface ReceivedFile {
  /** Name in the uploads folder. */
  readonly upload: string;
  readonly bytes: number;
  readonly plan: { readonly format: string };
  readonly columns: readonly ImportColumn[];
  readonly questions: readonly ImportQuestion[];
}

interface NewImport extends Omit<WriteOptions, "validateOnly" | "precondition"> {
  readonly file: ReceivedFile;
  readonly options: ImportOptions;
}

/** Queues the import of a file; an importer starts it at once. It writes products as the principal of this call. */
export function createImport(call: Call<NewImport>): Promise<Import> {
  const { file, options } = call.input;
  return runChange(call, "products:write", async (change) => {
    const { tx, workspaceId, now, append, audit } = change;
    const where = { workspaceId, sourceId: null, status: { in: ["queued", "running"] } };
    await assertBelowLimit(change, {
      count: () => tx.import.count({ where }),
      max: LIMITS.importsOpenPerWorkspace,
      noun: "queued and running imports",
    });
    const row = await tx.import.create({
      data: {
        workspaceId,
        id: newId("imp", now.getTime()),
        status: "queued",
        mode: options.mode,
        missing: options.missing,
        maxRemovalPercent: options.max_removal_percent,
        validateOnly: options.validate_only,
        actor: bindingOf(call.principal).actor,
        fileName: options.file_name ?? null,
        upload: file.upload,
        bytesTotal: file.bytes,
        plan: { ...file.plan },
        columns: file.columns.map((column) => ({ ...column })),
        questions: [...file.questions] as unknown as Prisma.InputJsonValue,
        createdAt: now,
        updatedAt: now,
      },
    });
    const created = importOf(row);
    const { mode, validate_only, file_name, format } = created;
    await append("import.queued", { id: created.id, version: created.version }, {});
    await audit("import.created", created.id, { mode, validate_only, file_name, format, bytes: file.bytes });
    return created;
  });
}
