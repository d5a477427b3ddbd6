import type { Scope } from "@skucast/contracts/scopes";
import { useSession } from "./session.js";

/** Whether the person's role allows what asks for a scope: what they may not do is not offered. */
export const useMay = (scope: Scope): boolean => useSession().scopes.includes(scope);
