import { REVOCATIONS_TOPIC } from "@skucast/app-kit/credentials/announce-revocations";
import type { Resources } from "@skucast/app-kit/resources";
import { newId } from "@skucast/contracts/ids";
import { Problem } from "@skucast/contracts/problem";
import { hashToken, newToken } from "@skucast/credentials/token";
import { deleteCanary, insertCanary, revokeCanary } from "@skucast/db/canaries/canary";
import { delay } from "@skucast/service-kit/clock";

/** How this process is to hear of the revocation: as if another process had announced it, or by the journal alone. */
export type ProbePath = "bus" | "journal";

/** The time from the commit of the revocation to the refusal; `late` when there was none within 10 s. */
export interface ProbeResult {
  readonly outcome: "refused" | "late";
  readonly seconds: number;
}

export type ProbeTools = Pick<Resources, "bus" | "credentials" | "db">;

const POLL_MS = 20;
const GIVE_UP_MS = 10_000;

/**
 * Makes a canary, a credential in no workspace that opens nothing, has it verified as a request would be, revokes it past
 * this process' verifier, and measures until it is refused. Throws when that cannot be tried.
 */
export async function probeRevocation(tools: ProbeTools, path: ProbePath, signal: AbortSignal): Promise<ProbeResult> {
  const { bus, credentials, db } = tools;
  const id = newId("cnr");
  const token = newToken("cn");
  await insertCanary(db, { id, secretHash: hashToken(token) });
  try {
    if (!(await isAccepted(credentials, token))) throw new Error("a new canary was refused");
    await revokeCanary(db, id);
    const revokedAtMs = performance.now();
    // What the bus loses is what the measurement is about.
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

/** A canary that lives is known and in no workspace; one that is revoked is not known. */
async function isAccepted({ verify }: Resources["credentials"], token: string): Promise<boolean> {
  try {
    return (await verify(token)) !== null;
  } catch (error) {
    if (error instanceof Problem && error.code === "forbidden") return true;
    throw error;
  }
}
