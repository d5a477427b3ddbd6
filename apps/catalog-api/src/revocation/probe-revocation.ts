import { REVOCATIONS_TOPIC } from "@skucast/app-kit/credentials/announce-revocations";
import type { Resources } from "@skucast/app-kit/resources";
import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import { hashToken, newToken } from "@skucast/credentials/token";
import { deleteCanary, insertCanary, revokeCanary } from "@skucast/db/canaries/canary";
import { delay } from "@skucast/service-kit/clock";

/** How this process learns of the revocation: by an announcement on the bus, or only from the journal. */
export type ProbePath = "bus" | "journal";

/** The time from the commit of the revocation to the first rejection; `late` if there was none within 10 s. */
export interface ProbeResult {
  readonly outcome: "refused" | "late";
  readonly seconds: number;
}

export type ProbeTools = Pick<Resources, "bus" | "credentials" | "db">;

const POLL_MS = 20;
const GIVE_UP_MS = 10_000;

/**
 * Creates a canary (a credential without a workspace or permissions), verifies it like a request does, revokes it without
 * notifying this process's verifier, and measures the time until it is rejected. Throws if that cannot be measured.
 */
export async function probeRevocation(tools: ProbeTools, path: ProbePath, signal: AbortSignal): Promise<ProbeResult> {
  const { bus, credentials, db } = tools;
  const id = newId("cnr");
  const token = newToken("cn");
  await insertCanary(db, { id, secretHash: hashToken(token) });
  try {
    if (!(await isAccepted(credentials, token))) throw new Error("a new canary was rejected");
    await revokeCanary(db, id);
    const revokedAtMs = performance.now();
    // A lost message is not an error here: that is what the measurement should show.
    if (path === "bus") bus.broadcast(REVOCATIONS_TOPIC, JSON.stringify([id])).catch(() => {});
    for (;;) {
      const isRefused = !(await isAccepted(credentials, token));
      const elapsedMs = performance.now() - revokedAtMs;
      if (isRefused || elapsedMs > GIVE_UP_MS) {
        return { outcome: isRefused ? "refused" : "late", seconds: elapsedMs / 1_000 };
      }
      await delay(POLL_MS, signal);
    }
  } finally {
    await deleteCanary(db, id);
  }
}

/** A valid canary is known but forbidden, because it has no workspace; a revoked one is unknown. */
async function isAccepted({ verify }: Resources["credentials"], token: string): Promise<boolean> {
  try {
    return (await verify(token)) !== null;
  } catch (error) {
    if (error instanceof Problem && error.code === "forbidden") return true;
    throw error;
  }
}
