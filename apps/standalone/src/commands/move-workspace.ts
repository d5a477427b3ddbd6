import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { copyFile, mkdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { openResources } from "@skucast/app-kit/resources";
import { commonSettings } from "@skucast/app-kit/settings";
import { getWorkspaceExport, getWorkspaceImport } from "@skucast/catalog/workspace-transfers/list-transfers";
import {
  checkWorkspaceImport,
  startWorkspaceExport,
  startWorkspaceImport,
} from "@skucast/catalog/workspace-transfers/start-transfer";
import { catalogApiSettings } from "@skucast/catalog-api/config";
import { createContext } from "@skucast/catalog-api/context";
import { openArchive } from "@skucast/catalog-api/workspace-transfers/open-archive";
import { startTransfers } from "@skucast/catalog-api/workspace-transfers/start-transfers";
import type { TransferContext } from "@skucast/catalog-api/workspace-transfers/transfer-context";
import type { Principal } from "@skucast/contracts/principal";
import { KEY_PERMISSIONS } from "@skucast/contracts/scopes";
import { workspaceExists } from "@skucast/db/workspaces/create-workspace";
import { loadConfig } from "@skucast/service-kit/config";
import { createLogger } from "@skucast/service-kit/logger";
import { z } from "zod";
import { environmentWith, foldersOf, startFolder } from "../config.js";
import { keyringTextOf } from "../data-folder.js";
import { openPostgres } from "../open-database.js";
import { type Command, type CommandContext, UsageError } from "./command.js";

const POLL_MS = 250;
const PRIVATE_FOLDER = 0o700;

export const exportWorkspace: Command = {
  words: "workspaces export",
  usage: "workspaces export --workspace WORKSPACE_ID --out FILE.tar",
  summary: "Write everything in a workspace into an archive, without secrets.",
  options: ["workspace", "out"],
  run: (ctx) => {
    const { out } = ctx.options;
    if (out === undefined) throw new UsageError("Name the file: --out acme.tar");
    return inWorkspace(ctx, async ({ transfers, principal }) => {
      const call = <Input>(input: Input) => ({ ctx: transfers.catalog, principal, input });
      const { id } = await startWorkspaceExport(call({}));
      const ended = await untilEnded(() => getWorkspaceExport(call({ id })));
      if (ended.error !== null) throw new Error(ended.error);
      const path = resolve(startFolder(), out);
      const stream = (await openArchive(transfers, principal.workspaceId, ended)).stream();
      await pipeline(stream, createWriteStream(path, { mode: 0o600 }));
      for (const [resource, rows] of Object.entries(ended.counts)) ctx.print(`${resource}  ${rows}`);
      ctx.print(`${path}: ${(await stat(path)).size} bytes, without secrets.`);
      return 0;
    });
  },
};

export const importWorkspace: Command = {
  words: "workspaces import",
  usage: "workspaces import FILE.tar --workspace WORKSPACE_ID",
  summary: "Import an archive of a workspace into an empty one. Ends with 1 when something was rejected.",
  takes: ["FILE.tar"],
  options: ["workspace"],
  run: (ctx) => {
    const [file] = ctx.args;
    if (file === undefined) throw new UsageError("Name the archive: workspaces import acme.tar --workspace ws_…");
    return inWorkspace(ctx, async ({ transfers, principal }) => {
      const call = <Input>(input: Input) => ({ ctx: transfers.catalog, principal, input });
      await checkWorkspaceImport(call({ mayBeRetry: false }));
      const upload = `archive-${randomBytes(16).toString("hex")}`;
      const path = join(transfers.uploadsDir, upload);
      await mkdir(transfers.uploadsDir, { recursive: true, mode: PRIVATE_FOLDER });
      await copyFile(resolve(startFolder(), file), path);
      const archive = { upload, bytes: (await stat(path)).size };
      const { id } = await startWorkspaceImport(call({ archive }));
      const ended = await untilEnded(() => getWorkspaceImport(call({ id })));
      if (ended.error !== null) throw new Error(ended.error);
      for (const { resource, id: object, message } of ended.problems) ctx.print(`${resource} ${object}: ${message}`);
      const counts = Object.entries(ended.counts);
      for (const [resource, { created, failed }] of counts)
        ctx.print(`${resource}  ${created} created, ${failed} failed`);
      return counts.some(([, { failed }]) => failed > 0) ? 1 : 0;
    });
  },
};

interface Opened {
  readonly transfers: TransferContext;
  readonly principal: Principal;
}

/** Opens the deployment's database and stores, and performs transfers unless a running deployment already does. */
async function inWorkspace(
  { settings, folder, options }: CommandContext,
  work: (opened: Opened) => Promise<number>,
): Promise<number | undefined> {
  const { workspace: workspaceId } = options;
  if (workspaceId === undefined) throw new UsageError("Name the workspace: --workspace ws_…");
  const postgres = await openPostgres(settings, folder, () => {});
  const env = environmentWith({
    DATABASE_URL: postgres.appUrl,
    SKUCAST_ENCRYPTION_KEYS: settings.SKUCAST_ENCRYPTION_KEYS ?? keyringTextOf(folder),
    ...foldersOf(folder),
  });
  const logger = createLogger({ service: "skucast-cli", level: "error", destination: process.stderr });
  const opened = await openResources("skucast-cli", loadConfig(z.object(commonSettings), env), logger);
  try {
    if (!(await workspaceExists(opened.resources.db, workspaceId))) {
      throw new UsageError(`There is no workspace ${workspaceId}.`);
    }
    const apiSettings = loadConfig(catalogApiSettings, env);
    const { catalog, files } = createContext(apiSettings, opened.resources);
    const transfers = { catalog, files, uploadsDir: apiSettings.SKUCAST_UPLOADS_DIR, logger };
    const principal: Principal = { kind: "system", workspaceId, scopes: new Set(KEY_PERMISSIONS) };
    const worker = startTransfers(transfers);
    try {
      return await work({ transfers, principal });
    } finally {
      await worker.stop();
    }
  } finally {
    await opened.close();
    await postgres.stop();
  }
}

/** Waits for the end of a transfer. It continues in the running deployment if this command is stopped. */
async function untilEnded<Transfer extends { readonly finished_at: string | null }>(
  read: () => Promise<Transfer>,
): Promise<Transfer> {
  for (;;) {
    const present = await read();
    if (present.finished_at !== null) return present;
    await pause(POLL_MS);
  }
}
