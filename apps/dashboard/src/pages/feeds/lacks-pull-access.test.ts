import { expect, test } from "@jest/globals";
import { lacksPullAccess } from "./lacks-pull-access.js";

const PULLED = { status: "active", deliveries: [{ type: "https_pull" }] } as const;

test.each([
  ["without a credential", PULLED, [], true],
  ["with a revoked credential only", PULLED, [{ type: "https_pull", status: "revoked" }], true],
  ["with a credential for another protocol only", PULLED, [{ type: "sftp_pull", status: "active" }], true],
  ["with an active credential", PULLED, [{ type: "https_pull", status: "active" }], false],
  ["that is archived", { ...PULLED, status: "archived" }, [], false],
  [
    "that is only pushed",
    { status: "active", deliveries: [{ type: "sftp_push", destination_id: "dst_1" }] },
    [],
    false,
  ],
] as const)("a feed %s is reported only if partners are to fetch it and cannot", (_, feed, credentials, lacks) =>
  expect(lacksPullAccess({ ...feed, deliveries: [...feed.deliveries] }, credentials)).toBe(lacks),
);
