import { createHash } from "node:crypto";
import { openSecret, sealSecret } from "@skucast/credentials/seal";
import { hashToken, tokenKind } from "@skucast/credentials/token";
import { findArtifact, reopenArtifact } from "@skucast/db/oauth/artifacts";
import {
  claimRefresh,
  keepRefreshAnswer,
  type RefreshClaim,
  type RefreshRequest,
  releaseRefresh,
} from "@skucast/db/oauth/refresh-answers";
import { backOff } from "@skucast/service-kit/back-off";
import { delay } from "@skucast/service-kit/clock";
import type { AuthContext } from "../context.js";
import type { ProviderAnswer } from "./ask-provider.js";
import { clientIdIn } from "./client-id-in.js";
import { LIFETIMES, later } from "./lifetimes.js";
import { OAuthRefusal } from "./refusal.js";

/** A process that has not answered for so long is taken for dead. */
const LEASE_SECONDS = 15;
const WAIT_MS_MAX = 10_000;

type Exchange = (params: URLSearchParams) => Promise<ProviderAnswer>;

/**
 * Exchanges a refresh token once: whoever repeats the same request within 30 s, at the same time or after a lost answer,
 * gets the same answer. Another request with the token, or a later one, is a replay, for which the provider ends the
 * connection. The answer is made by the one replica that claims it and kept sealed.
 */
export async function refreshOnce(
  ctx: AuthContext,
  params: URLSearchParams,
  exchange: Exchange,
): Promise<ProviderAnswer> {
  const token = params.get("refresh_token") ?? "";
  const clientId = clientIdIn(params);
  if (tokenKind(token) !== "rt" || clientId === null) return exchange(params);
  const request = { tokenHash: hashToken(token), fingerprint: fingerprintOf(clientId, params) };
  const pauseMs = backOff({ baseMs: 20, maxMs: 400 });
  const givesUpAtMs = performance.now() + WAIT_MS_MAX;
  for (let tries = 1; performance.now() < givesUpAtMs; tries += 1) {
    const now = ctx.clock.now();
    const times = {
      now,
      leaseUntil: later(now, LEASE_SECONDS),
      expiresAt: later(now, LEASE_SECONDS + LIFETIMES.refreshGrace),
    };
    const state = await claimRefresh(ctx.db, request, times);
    if (state.type === "claimed") {
      const answer = await answerClaim(ctx, state.claim, () => exchange(params));
      if (answer) return answer;
    } else if (state.type === "answered") {
      return state.isSame ? repeatAnswer(ctx, request, state.sealed, params, exchange) : exchange(params);
    } else await delay(pauseMs(tries));
  }
  throw new OAuthRefusal(503, "temporarily_unavailable", "the token is being exchanged by another request", 1);
}

/** Makes the answer and keeps it; undefined when that took so long that another request was let in its place. */
async function answerClaim(
  ctx: AuthContext,
  claim: RefreshClaim,
  exchange: () => Promise<ProviderAnswer>,
): Promise<ProviderAnswer | undefined> {
  const { db, clock, keyring } = ctx;
  let isKept = false;
  try {
    // Used up just now, and yet nobody has an answer: the process that used it died, and the client asks again.
    const since = later(clock.now(), -LIFETIMES.refreshGrace);
    await reopenArtifact(db, { model: "RefreshToken", idHash: claim.tokenHash }, since);
    const answer = await exchange();
    if (answer.status !== 200) return answer;
    const answeredAt = clock.now();
    isKept = await keepRefreshAnswer(db, claim, {
      sealed: sealSecret(keyring, JSON.stringify(answer), aadOf(claim)),
      answeredAt,
      expiresAt: later(answeredAt, LIFETIMES.refreshGrace),
    });
    return isKept ? answer : undefined;
  } finally {
    if (!isKept) await releaseRefresh(db, claim);
  }
}

/** The kept answer, for a client that proves who it is, as long as the connection lives. */
async function repeatAnswer(
  { db, clock, keyring }: AuthContext,
  { tokenHash, fingerprint }: RefreshRequest,
  sealed: Buffer,
  params: URLSearchParams,
  exchange: Exchange,
): Promise<ProviderAnswer> {
  const used = await findArtifact(db, { model: "RefreshToken", idHash: tokenHash }, clock.now());
  if (used === null) return exchange(params);
  const refusal = await refusalOfClient(params, exchange);
  return refusal ?? JSON.parse(openSecret(keyring, sealed, aadOf({ tokenHash, fingerprint })));
}

/** The provider looks at the client first: a request without a token is refused for the client, or for the missing token. */
async function refusalOfClient(params: URLSearchParams, exchange: Exchange): Promise<ProviderAnswer | undefined> {
  const probe = new URLSearchParams(params);
  probe.delete("refresh_token");
  const answer = await exchange(probe);
  const { error } = JSON.parse(answer.body);
  return answer.status === 400 && error === "invalid_request" ? undefined : answer;
}

const aadOf = ({ tokenHash, fingerprint }: RefreshRequest): string =>
  `oauth-refresh|${Buffer.from(tokenHash).toString("base64url")}|${Buffer.from(fingerprint).toString("base64url")}`;

/** Client and parameters; not the client's assertion, which is another one each time. */
const fingerprintOf = (clientId: string, params: URLSearchParams): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([clientId, params.get("scope"), params.get("resource")]))
    .digest();
