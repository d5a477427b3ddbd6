import { createDomainProofs, type DomainProofs } from "@skucast/targets/domain-proofs";
import type { Resources } from "./resources.js";

/** What owners have published about their domains, read over the connections that the process may make. */
export const openDomainProofs = ({ guard }: Pick<Resources, "guard">): DomainProofs => createDomainProofs(guard);
