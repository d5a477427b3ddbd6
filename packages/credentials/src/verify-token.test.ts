import { describe, expect, test } from "@jest/globals";
import type { Principal } from "@skucast/contracts/principal";
import { createChangedSubjects } from "./changed-subjects.js";
import { hashToken, newToken } from "./token.js";
import { createTokenVerifier, type FindCredential, type Found, type Source } from "./verify-token.js";

const principal: Principal = { kind: "api_key", workspaceId: "ws_1", keyId: "key_1", scopes: new Set() };
const found: Found = { principal, subjects: ["key_1"], expiresAt: null };

/** A store with revocable credentials, a fixed clock, and a record of the sources used. */
function setUp(find: FindCredential = async () => found) {
  const state = { monotonicMs: 0, wallMs: 1_000_000, isConfirmed: false, hasReplica: false };
  const asked: Source[] = [];
  const now = () => ({ monotonicMs: state.monotonicMs, wallMs: state.wallMs });
  const changes = createChangedSubjects({ now });
  const verify = createTokenVerifier({
    now,
    changes,
    freshness: { isConfirmed: () => state.isConfirmed, hasReplica: () => state.hasReplica },
    find: (secretHash, kind, source) => {
      asked.push(source);
      return find(secretHash, kind, source);
    },
  });
  const passMs = (ms: number) => {
    state.monotonicMs += ms;
    state.wallMs += ms;
  };
  return { state, asked, changes, verify, passMs };
}

describe("a token verifier", () => {
  test("rejects a token with a changed character, a refresh token and any other string without a look-up", async () => {
    const { verify } = setUp(() => {
      throw new Error("the store was asked");
    });
    const token = newToken("sk");
    const changed = `${token.slice(0, 20)}${token.charAt(20) === "a" ? "b" : "a"}${token.slice(21)}`;
    for (const text of [changed, newToken("rt"), "", "Bearer", "x".repeat(4_000)])
      expect(await verify(text)).toBeNull();
  });

  test("passes the SHA-256 of the token and its kind to the store, never the token", async () => {
    const calls: unknown[] = [];
    const { verify } = setUp(async (...args) => {
      calls.push(args);
      return found;
    });
    const tokens = (["sk", "at", "ss", "cn"] as const).map((kind) => ({ kind, token: newToken(kind) }));
    for (const { token } of tokens) expect(await verify(token)).toBe(found);
    expect(calls).toEqual(tokens.map(({ kind, token }) => [hashToken(token), kind, "primary"]));
  });

  test("trusts a result for less than a second while the feed is not confirmed", async () => {
    let live: Found | null = found;
    const { asked, verify, passMs } = setUp(async () => live);
    const token = newToken("sk");
    await verify(token);
    live = null;
    passMs(999);
    expect(await verify(token)).toBe(found);
    passMs(1);
    expect(await verify(token)).toBeNull();
    expect(asked).toHaveLength(2);
  });

  test("counts that second from the start of the look-up, however long it took", async () => {
    const { asked, verify, passMs } = setUp(async () => {
      await Promise.resolve();
      passMs(5_000);
      return found;
    });
    const token = newToken("sk");
    await verify(token);
    await verify(token);
    expect(asked).toHaveLength(2);
  });

  test("trusts a result for ten seconds while the feed confirms it, and for one second otherwise", async () => {
    const { state, asked, verify, passMs } = setUp();
    state.isConfirmed = true;
    const first = newToken("sk");
    const second = newToken("sk");
    await verify(first);
    passMs(9_999);
    await verify(first);
    expect(asked).toHaveLength(1);
    passMs(1);
    await verify(first);
    await verify(second);
    expect(asked).toHaveLength(3);
    passMs(1_000);
    await verify(second);
    expect(asked).toHaveLength(3);
    state.isConfirmed = false;
    await verify(second);
    expect(asked).toHaveLength(4);
  });

  test.each(["monotonicMs", "wallMs"] as const)("counts a pause that only the %s clock shows", async (clock) => {
    const { state, asked, verify } = setUp();
    state.isConfirmed = true;
    const token = newToken("sk");
    await verify(token);
    state[clock] += 10_000;
    await verify(token);
    expect(asked).toHaveLength(2);
  });

  test("rejects a revoked token immediately, however recent its entry", async () => {
    let live: Found | null = found;
    const { state, changes, verify } = setUp(async () => live);
    state.isConfirmed = true;
    const token = newToken("sk");
    await verify(token);
    live = null;
    changes.note(["key_other"]);
    expect(await verify(token)).toBe(found);
    changes.note(["key_1"]);
    expect(await verify(token)).toBeNull();
  });

  test("never trusts an entry beyond the credential's expiry", async () => {
    const { state, asked, verify, passMs } = setUp(async () => ({ ...found, expiresAt: new Date(1_000_500) }));
    state.isConfirmed = true;
    const token = newToken("at");
    expect(await verify(token)).not.toBeNull();
    passMs(499);
    expect(await verify(token)).not.toBeNull();
    expect(asked).toHaveLength(1);
    passMs(1);
    expect(await verify(token)).toBeNull();
  });

  test("makes one look-up for a hundred concurrent requests of one token", async () => {
    const { asked, verify } = setUp();
    const token = newToken("sk");
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify(token)));
    expect(answers).toEqual(Array(100).fill(found));
    expect(asked).toHaveLength(1);
  });

  test("does not share a look-up that started more than a second ago", async () => {
    const slow = Promise.withResolvers<Found | null>();
    const answers = [slow.promise, Promise.resolve(null)];
    const { verify, passMs } = setUp(() => answers.shift() ?? Promise.resolve(null));
    const token = newToken("sk");
    const early = verify(token);
    passMs(1_000);
    expect(await verify(token)).toBeNull();
    slow.resolve(found);
    expect(await early).toBe(found);
  });

  test("caches neither rejections nor failures of the store", async () => {
    const answers: (() => Promise<Found | null>)[] = [
      async () => null,
      () => Promise.reject(new Error("no database")),
      async () => found,
    ];
    const { verify } = setUp(() => (answers.shift() ?? (async () => null))());
    const token = newToken("sk");
    expect(await verify(token)).toBeNull();
    await expect(verify(token)).rejects.toThrow("no database");
    expect(await verify(token)).toBe(found);
  });

  test("reports the same failure to each concurrent caller", async () => {
    const { asked, verify } = setUp(() => Promise.reject(new Error("no database")));
    const token = newToken("sk");
    const results = await Promise.allSettled([verify(token), verify(token), verify(token)]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(asked).toHaveLength(1);
  });

  test("caches at most ten thousand tokens, and drops the oldest first", async () => {
    const { asked, verify } = setUp();
    const tokens = Array.from({ length: 10_001 }, () => newToken("sk"));
    for (const token of tokens) await verify(token);
    expect(asked).toHaveLength(10_001);
    await verify(tokens.at(-1) ?? "");
    await verify(tokens[1] ?? "");
    expect(asked).toHaveLength(10_001);
    await verify(tokens[0] ?? "");
    expect(asked).toHaveLength(10_002);
  });
});

describe("a look-up during which its credential is revoked", () => {
  test("is neither returned nor cached", async () => {
    const overtaken = Promise.withResolvers<Found | null>();
    const answers = [overtaken.promise, Promise.resolve(null)];
    const { state, asked, changes, verify } = setUp(() => answers.shift() ?? Promise.resolve(null));
    state.isConfirmed = true;
    const token = newToken("sk");
    const answer = verify(token);
    await new Promise(setImmediate);
    changes.note(["key_1"]);
    overtaken.resolve(found);
    expect(await answer).toBeNull();
    expect(await verify(token)).toBeNull();
    expect(asked).toHaveLength(3);
  });

  test("is not affected by other credentials", async () => {
    const slow = Promise.withResolvers<Found | null>();
    const { asked, changes, verify } = setUp(() => slow.promise);
    const answer = verify(newToken("sk"));
    await new Promise(setImmediate);
    changes.note(["key_other"]);
    slow.resolve(found);
    expect(await answer).toBe(found);
    expect(asked).toHaveLength(1);
  });

  test("repeatedly is answered with unavailable", async () => {
    const { changes, verify } = setUp(async () => {
      await Promise.resolve();
      changes.note(["key_1"]);
      return found;
    });
    await expect(verify(newToken("sk"))).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("a replica", () => {
  const replicated = (atReplica: () => Promise<Found | null>, atPrimary: Found | null = null) => {
    const subject = setUp((_hash, _kind, source) => (source === "replica" ? atReplica() : Promise.resolve(atPrimary)));
    subject.state.isConfirmed = true;
    subject.state.hasReplica = true;
    return subject;
  };

  test("is used instead of the primary, and trusted while the feed confirms", async () => {
    const { state, asked, verify, passMs } = replicated(async () => found);
    const token = newToken("sk");
    expect(await verify(token)).toBe(found);
    passMs(9_000);
    expect(await verify(token)).toBe(found);
    expect(asked).toEqual(["replica"]);
    state.isConfirmed = false;
    state.hasReplica = false;
    expect(await verify(token)).toBeNull();
    expect(asked).toEqual(["replica", "primary"]);
  });

  test("that lags cannot restore credentials that were revoked in the last ten minutes", async () => {
    const { asked, changes, verify, passMs } = replicated(async () => found);
    const token = newToken("sk");
    changes.note(["key_1"]);
    passMs(599_999);
    expect(await verify(token)).toBeNull();
    expect(asked).toEqual(["replica", "primary"]);
  });

  test("that does not have a credential yet, or fails, does not cause a rejection", async () => {
    const answers = [async () => null, () => Promise.reject(new Error("gone"))];
    const { asked, verify } = replicated(() => (answers.shift() ?? (async () => null))(), found);
    expect(await verify(newToken("sk"))).toBe(found);
    expect(await verify(newToken("sk"))).toBe(found);
    expect(asked).toEqual(["replica", "primary", "replica", "primary"]);
  });

  test("is not trusted if it fell behind during the look-up", async () => {
    const { state, verify } = replicated(async () => {
      state.hasReplica = false;
      return found;
    });
    expect(await verify(newToken("sk"))).toBeNull();
  });
});
