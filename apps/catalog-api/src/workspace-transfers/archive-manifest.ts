import type { CatalogContext } from "@skucast/catalog/context";
import { ARCHIVE_FORMAT, type Manifest } from "@skucast/contracts/workspace-transfers/archive";
import type { ExportPart } from "@skucast/db/workspace-transfers/transfer-work";

export const MANIFEST_NAME = "manifest.json";

/** What an archive does not contain, with the reason. Also in docs/how-to/move-a-workspace.md. */
export const LEFT_OUT: Manifest["left_out"] = [
  {
    what: "secrets",
    why: "Passwords, private keys, signing secrets, header values and client certificates stay in the deployment that can open them. API keys and pull credentials are stored as hashes only.",
  },
  { what: "sign-ins", why: "Accounts, sessions, second factors and tokens belong to people and to the deployment." },
  {
    what: "single sign-on",
    why: "Its client, secret and redirect URI belong to this deployment, and its domains are proven here. Set it up again.",
  },
  {
    what: "settings of members",
    why: "Chosen emails and saved views of lists belong to the members of this deployment.",
  },
  { what: "search and listings", why: "They are calculated from products and channels, also after an import." },
  {
    what: "work in progress",
    why: "Queues, leases, idempotency keys, mails that are not sent and uploads that are not imported yet are of no use elsewhere.",
  },
];

interface Exported {
  readonly workspaceId: string;
  readonly exportedAt: Date;
  readonly parts: readonly ExportPart[];
}

/** The text of an archive's manifest. The same export always has the same one. */
export async function manifestOf(
  { prisma }: Pick<CatalogContext, "prisma">,
  { workspaceId, exportedAt, parts }: Exported,
): Promise<Buffer> {
  const binding = { workspaceId, actor: "*" };
  const { id, name } = await prisma.transaction(binding, (tx) =>
    tx.workspace.findUniqueOrThrow({ where: { id: workspaceId } }),
  );
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    workspace: { id, name },
    exported_at: exportedAt.toISOString(),
    left_out: LEFT_OUT,
    entries: parts.map(({ number: _, ...entry }) => entry),
  };
  return Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
}
