import type { Domain } from "@skucast/contracts/domains/domain";
import type { WorkspaceDomain } from "@skucast/db/generated/client";

const RECORD_NAME = "_skucast";
const FILE_PATH = "/.well-known/skucast-domain.txt";

/** A stored domain as returned to clients. */
export const domainOf = ({ domain, token, verifiedAt, createdAt }: Omit<WorkspaceDomain, "workspaceId">): Domain => ({
  domain,
  dns_record: { type: "TXT", name: `${RECORD_NAME}.${domain}`, value: token },
  file: { url: `https://${domain}${FILE_PATH}`, content: token },
  verified_at: verifiedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});
