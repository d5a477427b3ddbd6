import { describe, expect, test } from "@jest/globals";
import type { Principal } from "@skucast/contracts/principal";
import { hashToken, newToken } from "./token.js";
import { createTokenVerifier, type FindCredential } from "./verify-token.js";

const principal: Principal = { kind: "api_key", workspaceId: "ws_1", keyId: "key_1", scopes: new Set() };

/** A store whose credentials can be taken away, a clock that stands still, and a count of the look-ups. */
function setUp(find: FindCredential = async () => principal) {
  const state = { nowMs: 0, lookUps: 0 };
  const verify = createTokenVerifier({
    now: () => state.nowMs,
    find: (secretHash, kind) => {
      state.lookUps += 1;
      return find(secretHash, kind);
    },
  });
  return { state, verify };
}

describe("a token verifier", () => {
  test("refuses a token with a changed character, a refresh token and any other text before a look-up", async () => {
    const { verify } = setUp(() => {
      throw new Error("the store was asked");
    });
    const token = newToken("sk");
    const changed = `${token.slice(0, 20)}${token.charAt(20) === "a" ? "b" : "a"}${token.slice(21)}`;
    for (const text of [changed, newToken("rt"), "", "Bearer", "x".repeat(4_000)])
      expect(await verify(text)).toBeNull();
  });

  test("asks the store with the SHA-256 of the token and its kind, never with the token", async () => {
    const asked: unknown[] = [];
    const { verify } = setUp(async (...args) => {
      asked.push(args);
      return principal;
    });
    const [key, access] = [newToken("sk"), newToken("at")];
    expect([await verify(key), await verify(access)]).toEqual([principal, principal]);
    expect(asked).toEqual([
      [hashToken(key), "sk"],
      [hashToken(access), "at"],
    ]);
  });

  test("believes a positive answer for less than a second, so that a revoked key fails after that", async () => {
    let live: Principal | null = principal;
    const { state, verify } = setUp(async () => live);
    const token = newToken("sk");
    await verify(token);
    live = null;
    state.nowMs = 999;
    expect(await verify(token)).toBe(principal);
    state.nowMs = 1_000;
    expect(await verify(token)).toBeNull();
    expect(state.lookUps).toBe(2);
  });

  test("counts that second from the start of the look-up, however long it took", async () => {
    const { state, verify } = setUp(async () => {
      await Promise.resolve();
      state.nowMs += 5_000;
      return principal;
    });
    const token = newToken("sk");
    await verify(token);
    await verify(token);
    expect(state.lookUps).toBe(2);
  });

  test("makes one look-up for a hundred concurrent requests of one token", async () => {
    const { state, verify } = setUp();
    const token = newToken("sk");
    const answers = await Promise.all(Array.from({ length: 100 }, () => verify(token)));
    expect(answers).toEqual(Array(100).fill(principal));
    expect(state.lookUps).toBe(1);
  });

  test("keeps neither a refusal nor a failure of the store", async () => {
    const answers: (() => Promise<Principal | null>)[] = [
      async () => null,
      () => Promise.reject(new Error("no database")),
      async () => principal,
    ];
    const { verify } = setUp(() => (answers.shift() ?? (async () => null))());
    const token = newToken("sk");
    expect(await verify(token)).toBeNull();
    await expect(verify(token)).rejects.toThrow("no database");
    expect(await verify(token)).toBe(principal);
  });

  test("tells concurrent callers of the same failure, each of them", async () => {
    const { state, verify } = setUp(() => Promise.reject(new Error("no database")));
    const token = newToken("sk");
    const results = await Promise.allSettled([verify(token), verify(token), verify(token)]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(state.lookUps).toBe(1);
  });

  test("remembers at most ten thousand tokens, and forgets the oldest first", async () => {
    const { state, verify } = setUp();
    const tokens = Array.from({ length: 10_001 }, () => newToken("sk"));
    for (const token of tokens) await verify(token);
    expect(state.lookUps).toBe(10_001);
    await verify(tokens.at(-1) ?? "");
    await verify(tokens[1] ?? "");
    expect(state.lookUps).toBe(10_001);
    await verify(tokens[0] ?? "");
    expect(state.lookUps).toBe(10_002);
  });
});
