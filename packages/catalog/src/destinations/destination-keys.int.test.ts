import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { type DestinationPatch, destinationCreateSchema } from "@skucast/contracts/destinations/destination";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { createChannel } from "../channels/create-channel.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { confirmDestinationKey } from "./confirm-destination-key.js";
import { createDestination } from "./create-destination.js";
import { getDestination } from "./get-destination.js";
import { rotateDestinationKey } from "./rotate-destination-key.js";
import { testDestination } from "./test-destination.js";
import { updateDestination } from "./update-destination.js";

let fixture: CatalogFixture;
let ctx: CatalogFixture["ctx"];
let server: SshServer;
let principal: Principal;
beforeAll(async () => {
  [fixture, server] = await Promise.all([openCatalogFixture(), startSshServer()]);
  ctx = { ...fixture.ctx, guard: createTargetGuard({ allow: parseAllowList("127.0.0.1") }) };
});
afterAll(() => Promise.all([fixture.close(), server.stop()]));
beforeEach(async () => {
  principal = await fixture.newPrincipal();
});

const call = <Input>(input: Input, as: Principal = principal) => ({ ctx, principal: as, input });
const make = (change: object = {}) =>
  createDestination(
    call({
      destination: destinationCreateSchema.parse({
        name: "Partner",
        host: server.host,
        port: server.port,
        username: server.username,
        auth: { type: "public_key" },
        host_keys: [server.hostKeySha256],
        ...change,
      }),
    }),
  );
const update = (id: string, patch: DestinationPatch) => {
  fixture.tick(1_000);
  return updateDestination(call({ id, patch }));
};
/** Runs a test after the minimum interval between tests. */
const tried = (id: string, more: object = {}) => {
  fixture.tick(1_000 * (LIMITS.destinationTestPauseSeconds + 1));
  return testDestination(call({ id, write: true, ...more }));
};
const confirm = (id: string, more: object = {}) => {
  fixture.tick(1_000 * (LIMITS.destinationTestPauseSeconds + 1));
  return confirmDestinationKey(call({ id, ...more }));
};
const failedStep = (result: Awaited<ReturnType<typeof testDestination>>) =>
  result.steps.find(({ status }) => status === "failed")?.name;
const audited = async (action: string) =>
  (await fixture.auditOf(principal)).filter((entry) => entry.action === action).map(({ details }) => details);

describe("a test of a destination", () => {
  test("shows the host's keys; after the user pins one, the login works", async () => {
    const { id, auth } = await make({ host_keys: [] });
    const shown = await tried(id);
    expect(shown).toMatchObject({ status: "failed", host_keys: [{ is_pinned: false }] });
    expect(failedStep(shown)).toBe("host_key");
    await update(id, { host_keys: shown.host_keys.map(({ fingerprint }) => fingerprint) });
    expect(failedStep(await tried(id))).toBe("login");
    server.authorize(auth.public_key ?? "");
    expect(await tried(id)).toMatchObject({ status: "passed", host_keys: [{ is_pinned: true }] });
    expect(await audited("destination.tested")).toMatchObject([
      { status: "failed", failed: "host_key", host_keys: [server.hostKeySha256] },
      { status: "failed", failed: "login" },
      { status: "passed", failed: null },
    ]);
    expect(await audited("destination.updated")).toEqual([
      { name: "Partner", changed: ["host_keys"], host_keys: [server.hostKeySha256] },
    ]);
  });

  test("is stored as last_test until a setting that it depends on changes", async () => {
    const { id, last_test: before } = await make({ host_keys: [] });
    const lastTest = async () => (await getDestination(call({ id }))).last_test;
    const { host_keys: shown } = await tried(id);
    expect([before, await lastTest()]).toMatchObject([null, { status: "failed", failed_step: "host_key" }]);
    await update(id, { name: "Other", strategy: "direct" });
    expect(await lastTest()).not.toBeNull();
    await update(id, { host_keys: shown.map(({ fingerprint }) => fingerprint) });
    expect(await lastTest()).toBeNull();
  });

  test("runs once per interval, even for concurrent calls, and makes no connection with validateOnly", async () => {
    const { id } = await make();
    const dry = await tried(id, { validateOnly: true });
    expect(dry.steps.every(({ status }) => status === "skipped")).toBe(true);
    const both = await Promise.allSettled([1, 2].map(() => testDestination(call({ id, write: true }))));
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await rejectionOf(testDestination(call({ id, write: true })))).code).toBe("rate_limited");
    expect(await audited("destination.tested")).toHaveLength(1);
  });

  test("is allowed only for principals who may change the destination: not for viewers, restricted members or other workspaces", async () => {
    const { id } = await make();
    const market = { country: "US", currency: "USD", language: "en" } as const;
    const channel = await createChannel(call({ channel: channelCreateSchema.parse({ name: "C", market }) }));
    const viewer = await fixture.newMember(principal, "viewer");
    const restricted = await fixture.newMember(principal, "editor", [channel.id]);
    const otherWorkspace = await fixture.newPrincipal();
    const codes = [];
    for (const as of [viewer, restricted, otherWorkspace]) {
      codes.push((await rejectionOf(testDestination(call({ id, write: true }, as)))).code);
      codes.push((await rejectionOf(rotateDestinationKey(call({ id }, as)))).code);
      codes.push((await rejectionOf(confirmDestinationKey(call({ id }, as)))).code);
    }
    expect(codes).toEqual([...Array(3).fill("forbidden"), ...Array(6).fill("not_found")]);
  });

  test("makes no connection to private networks", async () => {
    const { id } = await make();
    const closed = { ...call({ id, write: true }), ctx: fixture.ctx };
    expect((await rejectionOf(testDestination(closed))).code).toBe("target_not_allowed");
  });
});

describe("rotating our key", () => {
  test("keeps the former key until the host accepts the new one, which then replaces it", async () => {
    const { id, auth: first } = await make();
    server.authorize(first.public_key ?? "");
    const { auth } = await rotateDestinationKey(call({ id }));
    expect(auth.public_key).toBe(first.public_key);
    expect(auth.next_public_key).toMatch(/^ssh-ed25519 /);
    expect(await rejectionOf(confirm(id))).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("authentication_failed"),
    });
    expect(failedStep(await tried(id))).toBe("next_key");
    server.authorize(auth.next_public_key ?? "");
    expect((await confirm(id)).auth).toEqual({
      type: "public_key",
      public_key: auth.next_public_key,
      has_password: false,
    });
    expect((await tried(id)).status).toBe("passed");
    expect(await audited("destination.key_rotated")).toHaveLength(1);
    expect(await audited("destination.key_confirmed")).toEqual([{ public_key: auth.next_public_key }]);
  });

  test("shows and stores no key with validateOnly", async () => {
    const before = await make();
    const dry = await rotateDestinationKey(call({ id: before.id, validateOnly: true }));
    expect(dry.auth).toEqual({ type: "public_key", has_password: false });
    expect(await getDestination(call({ id: before.id }))).toEqual(before);
  });

  test("is rejected for a login with a password, and there is nothing to confirm without it", async () => {
    const password = await make({ auth: { type: "password", password: "pw" } });
    expect((await rejectionOf(rotateDestinationKey(call({ id: password.id })))).code).toBe("conflict");
    const { id } = await make();
    expect(await rejectionOf(confirm(id))).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("There is no new key to confirm"),
    });
  });

  test("ends with a new login: an unconfirmed key is deleted", async () => {
    const { id } = await make();
    await rotateDestinationKey(call({ id }));
    const { auth } = await update(id, { auth: { type: "password", password: "pw" } });
    expect(auth).toEqual({ type: "password", has_password: true });
  });

  test("is the only way to replace it: a patch with the present login keeps the key and an unconfirmed one", async () => {
    const { id, auth: first } = await make();
    const { auth: rotated, version } = await rotateDestinationKey(call({ id }));
    const same = await update(id, { auth: { type: "public_key" } });
    expect(same).toMatchObject({ version, auth: rotated });
    expect(await update(id, { auth: { type: "public_key", password: null } })).toMatchObject({
      version,
      auth: rotated,
    });
    const both = await update(id, { auth: { type: "public_key", password: "pw" } });
    expect(both).toMatchObject({ version: version + 1, auth: { ...rotated, has_password: true } });
    const moved = { username: "theirs", host_keys: [] };
    expect((await rejectionOf(update(id, { ...moved, auth: { type: "public_key" } }))).message).toContain(
      '{"password":null}',
    );
    expect((await update(id, { ...moved, auth: { password: null } })).auth).toEqual(rotated);
    await update(id, { auth: { type: "password", password: "pw" } });
    const again = await update(id, { auth: { type: "public_key" } });
    expect([first.public_key, undefined]).not.toContain(again.auth.public_key);
  });

  test("called again replaces the unconfirmed key", async () => {
    const { id } = await make();
    const first = await rotateDestinationKey(call({ id }));
    const second = await rotateDestinationKey(call({ id }));
    expect(second.auth.public_key).toBe(first.auth.public_key);
    expect(second.auth.next_public_key).not.toBe(first.auth.next_public_key);
    expect(second.version).toBe(first.version + 1);
  });
});

describe("legacy algorithms", () => {
  const dayIn = (days: number) =>
    new Date(fixture.ctx.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

  test("are offered until a day within a year, which the audit log records", async () => {
    const until = dayIn(30);
    const { id } = await make({ legacy_algorithms_until: until });
    await update(id, { legacy_algorithms_until: null });
    await update(id, { legacy_algorithms_until: dayIn(0) });
    expect(await audited("destination.created")).toMatchObject([{ legacy_algorithms_until: until }]);
    expect(await audited("destination.updated")).toMatchObject([
      { changed: ["legacy_algorithms_until"], legacy_algorithms_until: null },
      { changed: ["legacy_algorithms_until"], legacy_algorithms_until: dayIn(0) },
    ]);
  });

  test.each([-1, LIMITS.legacyAlgorithmDaysMax + 1])("cannot be offered until %d days from now", async (days) => {
    const faulty = { code: "validation_failed", pointers: ["/legacy_algorithms_until"] };
    expect(await rejectionOf(make({ legacy_algorithms_until: dayIn(days) }))).toMatchObject(faulty);
    const { id } = await make();
    expect(await rejectionOf(update(id, { legacy_algorithms_until: dayIn(days) }))).toMatchObject(faulty);
  });
});
