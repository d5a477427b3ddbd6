import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { Principal } from "@skucast/contracts/principal";
import { SCOPES } from "@skucast/contracts/scopes";
import { createOpenRequests } from "./open-requests.js";

const principal: Principal = {
  kind: "oauth",
  workspaceId: "ws_1",
  userId: "usr_1",
  clientId: "app",
  grantId: "grt_1",
  scopes: new Set(["products:read"]),
  allowedByRole: new Set(SCOPES),
};
const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));
const logger = { warn: jest.fn() };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("an open response is closed when its token has expired, but not while it cannot be verified", async () => {
  const verify = jest.fn<(token: string) => Promise<Principal | null>>();
  const open = createOpenRequests({ credentials: { verify, onRevoked: () => () => {} }, logger: logger as never });
  const res = newResponse();
  verify.mockResolvedValueOnce(principal).mockRejectedValueOnce(new Error("no database")).mockResolvedValueOnce(null);
  open.hold({ principal, token: "skc_at_x" }, res);
  await jest.advanceTimersByTimeAsync(30_000);
  expect([verify.mock.calls.length, res.destroyed]).toEqual([2, false]);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(res.destroyed).toBe(true);
});

test("an open response whose token was revoked during admission is closed at once", async () => {
  const open = createOpenRequests({
    credentials: { verify: async () => null, onRevoked: () => () => {} },
    logger: logger as never,
  });
  const res = newResponse();
  open.hold({ principal, token: "skc_at_x" }, res);
  await jest.advanceTimersByTimeAsync(0);
  expect(res.destroyed).toBe(true);
});

test("an app's open responses are closed when its grant or its user's membership ends", () => {
  const subjects: string[] = [];
  const onRevoked = (named: readonly string[]) => {
    subjects.push(...named);
    return () => {};
  };
  const open = createOpenRequests({
    credentials: { verify: async () => principal, onRevoked },
    logger: logger as never,
  });
  open.hold({ principal, token: "skc_at_x" }, newResponse());
  expect(subjects).toEqual(["grt_1", "ws_1:usr_1"]);
});
