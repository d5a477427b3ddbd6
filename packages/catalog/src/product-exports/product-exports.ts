import { newId } from "@skucast/contracts/ids";
import { callerOf } from "@skucast/contracts/principal";
import { Problem } from "@skucast/contracts/problem";
import { type ProductExport, productExportSchema } from "@skucast/contracts/product-exports/product-export";
import type { ProductExport as ProductExportRow } from "@skucast/db/generated/client";
import type { WorkspaceTransaction } from "@skucast/db/prisma";
import type { Call, WriteOptions } from "../call.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { requireFound } from "../require-found.js";
import { runChange, runRead } from "../transactions.js";

const READ = "products:read";

/** Queues an export of all products. Allowed while the workspace is going to be deleted, because it changes nothing. */
export function startProductExport(call: Call<WriteOptions>): Promise<ProductExport> {
  return runChange(
    call,
    READ,
    async ({ tx, workspaceId, now, audit }) => {
      await tx.$executeRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`${workspaceId} product exports`}, 0))`;
      const open = await tx.productExport.findFirst({ where: { workspaceId, status: { in: ["queued", "running"] } } });
      if (open) throw new Problem("conflict", `The export ${open.id} is ${open.status}; wait until it has ended.`);
      const id = newId("pex", now.getTime());
      const requestedBy = callerOf(call.principal);
      const data = { workspaceId, id, status: "queued", requestedBy, createdAt: now, updatedAt: now };
      const row = await tx.productExport.create({ data });
      await audit("product_export.started", id, {});
      return productExportOf(row);
    },
    { isAllowedDuringDeletion: true },
  );
}

/** A page of the workspace's exports of products, newest first. */
export function listProductExports(call: Call<PageRequest>): Promise<Page<ProductExport>> {
  const { after, limit } = call.input;
  return runRead(call, READ, async (tx, workspaceId) => {
    const where = { workspaceId, ...(after !== "" && { id: { lt: after } }) };
    const rows = await tx.productExport.findMany({ where, orderBy: { id: "desc" }, take: limit + 1 });
    return pageOf(rows.map(productExportOf), limit);
  });
}

export const getProductExport = (call: Call<{ id: string }>): Promise<ProductExport> =>
  runRead(call, READ, async (tx, workspaceId) => productExportOf(await findIn(tx, workspaceId, call.input.id)));

/** A complete export whose file is stored. Records the download. Throws conflict if there is no file. */
export function openProductExport(call: Call<{ id: string } & WriteOptions>): Promise<ProductExportRow> {
  return runChange(
    call,
    READ,
    async ({ tx, workspaceId, audit }) => {
      const row = await findIn(tx, workspaceId, call.input.id);
      if (row.status !== "succeeded") {
        throw new Problem("conflict", `The export is ${row.status}, so there is no file to download.`);
      }
      await audit("product_export.downloaded", row.id, {});
      return row;
    },
    { isAllowedDuringDeletion: true },
  );
}

const findIn = async (tx: WorkspaceTransaction, workspaceId: string, id: string): Promise<ProductExportRow> =>
  requireFound(await tx.productExport.findFirst({ where: { workspaceId, id } }), "export of products", id);

/** Bytes of the gzip header and of the end of the file, which are not in a segment. */
export const GZIP_FRAME_BYTES = 20;

export const fileBytesOf = ({ segmentBytes }: Pick<ProductExportRow, "segmentBytes">): number =>
  Number(segmentBytes) + GZIP_FRAME_BYTES;

const productExportOf = (row: ProductExportRow): ProductExport =>
  productExportSchema.parse({
    id: row.id,
    status: row.status,
    requested_by: row.requestedBy,
    products: Number(row.productCount),
    bytes: row.expiresAt === null ? null : fileBytesOf(row),
    error: row.error,
    expires_at: row.expiresAt?.toISOString() ?? null,
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    version: Number(row.version),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  });
