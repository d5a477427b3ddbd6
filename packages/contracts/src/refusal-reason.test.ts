import { expect, test } from "@jest/globals";
import { denialReason } from "./refusal-reason.js";
import { ROUTES } from "./routes.js";

const editor = { scopes: ["products:write", "channels:write", "feeds:write"], can_manage: false, channel_ids: null };
const restricted = { ...editor, channel_ids: ["ch_1"] };

test("the reason is role for a missing scope, and channels for a restricted member and a workspace-wide route", () => {
  const asked = (["upsertProduct", "createChannel", "updateWorkspace", "getMe"] as const).map((id) => ROUTES[id]);
  expect(asked.map((route) => denialReason(route, editor))).toEqual([null, null, "role", null]);
  expect(asked.map((route) => denialReason(route, restricted))).toEqual([null, "channels", "role", null]);
  expect(asked.map((route) => denialReason(route, { ...restricted, scopes: [] }))).toEqual([
    "role",
    "role",
    "role",
    null,
  ]);
  expect(asked.map((route) => denialReason(route, { scopes: [], can_manage: true }))[2]).toBe(null);
});
