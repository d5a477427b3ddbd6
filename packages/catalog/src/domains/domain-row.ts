import type { Domain } from "@skucast/contracts/domains/domain";
import { domainFileOf, domainRecordOf } from "@skucast/contracts/domains/domain-proof";
import type { WorkspaceDomain } from "@skucast/db/generated/client";

/** A stored domain as returned to clients. */
export const domainOf = ({ domain, token, verifiedAt, createdAt }: StoredDomain): Domain => ({
  domain,
  dns_record: { type: "TXT", name: domainRecordOf(domain), value: token },
  file: { url: domainFileOf(domain), content: token },
  verified_at: verifiedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});

type StoredDomain = Pick<WorkspaceDomain, "domain" | "token" | "verifiedAt" | "createdAt">;
