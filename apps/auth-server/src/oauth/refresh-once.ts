import { createHash } from "node:crypto";
import { openSecret, sealSecret } from "@skucast/credentials/seal";
import { hashToken, tokenKind } from "@skucast/credentials/token";
import { isConnected, reopenArtifact } from "@skucast/db/oauth/artifacts";
import {
  claimRefresh,
  type RefreshClaim,
  type RefreshRequest,
  releaseRefresh,
  saveRefreshAnswer,
} from "@skucast/db/oauth/refresh-answers";
import { createBackOff } from "@skucast/service-kit/back-off";
import { delay } from "@skucast/service-kit/clock";
import type { AuthContext } from "../context.js";
import type { ProviderResponse } from "./call-provider.js";
import { claimedClientId } from "./claimed-client-id.js";
import { LIFETIMES, later } from "./lifetimes.js";
import { OAuthError } from "./oauth-error.js";

/** A process that takes longer counts as dead. */
const LEASE_SECONDS = 15;
const WAIT_MS_MAX = 10_000;

type Exchange = (params: URLSearchParams) => Promise<ProviderResponse>;

/**
 * Exchanges a refresh token once. The same request within 30 s, concurrent or after a lost response, gets the same
 * response. A different or later request with the token is a replay, for which the provider ends the connection. One
 * replica claims the exchange and stores the response sealed.
 */
export async function refreshOnce(
  ctx: AuthContext,
  params: URLSearchParams,
  exchange: Exchange,
): Promise<ProviderResponse> {
  const token = params.get("refresh_token") ?? "";
  const clientId = claimedClientId(params);
  if (tokenKind(token) !== "rt" || clientId === null) return exchange(params);
  const request = { tokenHash: hashToken(token), fingerprint: fingerprintOf(clientId, params) };
  const pauseMs = createBackOff({ baseMs: 20, maxMs: 400 });
  const deadlineMs = performance.now() + WAIT_MS_MAX;
  for (let tries = 1; performance.now() < deadlineMs; tries += 1) {
    const now = ctx.clock.now();
    const times = {
      now,
      leaseUntil: later(now, LEASE_SECONDS),
      expiresAt: later(now, LEASE_SECONDS + LIFETIMES.refreshGrace),
    };
    const state = await claimRefresh(ctx.db, request, times);
    if (state.type === "claimed") {
      const answer = await exchangeClaimed(ctx, state.claim, () => exchange(params));
      if (answer) return answer;
    } else if (state.type === "answered") {
      return state.isSame ? repeatResponse(ctx, request, state.sealed, params, exchange) : exchange(params);
    } else await delay(pauseMs(tries));
  }
  throw new OAuthError(503, "temporarily_unavailable", "the token is being exchanged by another request", 1);
}

/**
 * Exchanges the token and stores the response. Returns undefined if that took so long that another request claimed it.
 */
async function exchangeClaimed(
  ctx: AuthContext,
  claim: RefreshClaim,
  exchange: () => Promise<ProviderResponse>,
): Promise<ProviderResponse | undefined> {
  const { db, clock, keyring } = ctx;
  let isKept = false;
  try {
    // If the token was just used up without a stored response, the process that used it died. Reopen it for this retry.
    const since = later(clock.now(), -LIFETIMES.refreshGrace);
    await reopenArtifact(db, { model: "RefreshToken", idHash: claim.tokenHash }, since);
    const answer = await exchange();
    if (answer.status !== 200) return answer;
    const answeredAt = clock.now();
    isKept = await saveRefreshAnswer(db, claim, {
      sealed: sealSecret(keyring, JSON.stringify(answer), aadOf(claim)),
      answeredAt,
      expiresAt: later(answeredAt, LIFETIMES.refreshGrace),
    });
    return isKept ? answer : undefined;
  } finally {
    if (!isKept) await releaseRefresh(db, claim);
  }
}

/** Returns the stored response to a client that authenticates, as long as the connection lives. */
async function repeatResponse(
  { db, clock, keyring }: AuthContext,
  { tokenHash, fingerprint }: RefreshRequest,
  sealed: Buffer,
  params: URLSearchParams,
  exchange: Exchange,
): Promise<ProviderResponse> {
  const isAlive = await isConnected(db, { model: "RefreshToken", idHash: tokenHash }, clock.now());
  if (!isAlive) return exchange(params);
  const refusal = await clientErrorOf(params, exchange);
  return refusal ?? JSON.parse(openSecret(keyring, sealed, aadOf({ tokenHash, fingerprint })));
}

/**
 * Checks the client by sending a request without a token. The provider checks the client first, so an error about the
 * missing token means that the client is valid.
 */
async function clientErrorOf(params: URLSearchParams, exchange: Exchange): Promise<ProviderResponse | undefined> {
  const probe = new URLSearchParams(params);
  probe.delete("refresh_token");
  const answer = await exchange(probe);
  const { error } = JSON.parse(answer.body);
  return answer.status === 400 && error === "invalid_request" ? undefined : answer;
}

const aadOf = ({ tokenHash, fingerprint }: RefreshRequest): string =>
  `oauth-refresh|${Buffer.from(tokenHash).toString("base64url")}|${Buffer.from(fingerprint).toString("base64url")}`;

/** Covers the client and the parameters, not the client assertion, which differs in each request. */
const fingerprintOf = (clientId: string, params: URLSearchParams): Buffer =>
  createHash("sha256")
    .update(JSON.stringify([clientId, params.get("scope"), params.get("resource")]))
    .digest();
