import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import { feedCreateSchema } from "@skucast/contracts/feeds/feed";
import { newId } from "@skucast/contracts/ids";
import { LIMITS } from "@skucast/contracts/limits";
import type { Principal } from "@skucast/contracts/principal";
import { pullCredentialCreateSchema } from "@skucast/contracts/pull-credentials/pull-credential";
import type { Permission } from "@skucast/contracts/scopes";
import { newSshKeyPair } from "@skucast/credentials/ssh-key";
import { createChannel } from "../channels/create-channel.js";
import { createFeed } from "../feeds/create-feed.js";
import { deleteFeed } from "../feeds/delete-feed.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createPullCredential } from "./create-pull-credential.js";
import { getPullCredential } from "./get-pull-credential.js";
import { listPullCredentials } from "./list-pull-credentials.js";
import { revokePullCredential } from "./revoke-pull-credential.js";

const KEY = newSshKeyPair("partner").publicKey;

let fixture: CatalogFixture;
let principal: Principal;
let channelId: string;
let feedId: string;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  principal = await fixture.newPrincipal();
  const market = { country: "US", currency: "USD", language: "en" };
  channelId = (await createChannel(call({ channel: channelCreateSchema.parse({ name: "C", market }) }))).id;
  feedId = await newFeed([{ type: "https_pull" }]);
});

const call = <Input>(input: Input, as: Principal = principal) => ({ ctx: fixture.ctx, principal: as, input });
async function newFeed(deliveries: readonly object[], more: object = {}): Promise<string> {
  const feed = feedCreateSchema.parse({ channel_id: channelId, name: "F", deliveries, ...more });
  return (await createFeed(call({ feed }))).id;
}
const make = (more: object = {}, as = principal) => {
  fixture.tick(1);
  return createPullCredential(call({ feedId, credential: { type: "https_pull", name: "Partner" }, ...more }, as));
};
const actions = async () =>
  (await fixture.auditOf(principal)).map(({ action }) => action).filter((action) => action.startsWith("pull"));

describe("a pull credential", () => {
  test("shows its secret once and stores only its SHA-256", async () => {
    const { credential, secret = "", fileName } = await make();
    expect(secret).toMatch(/^[0-9A-Za-z]{43}$/);
    expect([credential.status, credential.last_four, fileName]).toEqual(["active", secret.slice(-4), "products.csv"]);
    const { rows } = await fixture.db.system.query("SELECT * FROM pull_credentials WHERE id = $1", [credential.id]);
    expect(rows[0]?.secret_hash.equals(createHash("sha256").update(secret).digest())).toBe(true);
    expect(JSON.stringify([rows, await fixture.auditOf(principal)])).not.toContain(secret);
    expect(await getPullCredential(call({ id: credential.id }))).toEqual(credential);
  });

  test("of a feed with several shards names no file, because none has the feed's file name", async () => {
    const sharded = await newFeed([{ type: "https_pull" }], { shards: 4 });
    const credential = { type: "https_pull", name: "Partner" } as const;
    const { secret, fileName } = await createPullCredential(call({ feedId: sharded, credential }));
    expect([typeof secret, fileName]).toEqual(["string", ""]);
  });

  test("with validateOnly has no secret and is not stored", async () => {
    const { credential, secret } = await make({ validateOnly: true });
    expect(secret).toBeUndefined();
    expect((await rejectionOf(getPullCredential(call({ id: credential.id })))).code).toBe("not_found");
  });

  test("is not created by an API key that may not read feeds itself", async () => {
    const keyWith = (scopes: readonly Permission[]): Principal => ({
      kind: "api_key",
      workspaceId: principal.workspaceId,
      keyId: newId("key"),
      scopes: new Set(scopes),
    });
    for (const validateOnly of [true, false]) {
      const made = make({ validateOnly }, keyWith(["feeds:write"]));
      expect(await rejectionOf(made)).toMatchObject({ code: "forbidden" });
    }
    expect(await make({}, keyWith(["feeds:read", "feeds:write"]))).toMatchObject({ secret: expect.any(String) });
    expect((await listPullCredentials(call({ feedId, after: "", limit: 10 }))).items).toHaveLength(1);
  });

  test("requires a delivery of the same type in the feed", async () => {
    const pushed = await newFeed([]);
    expect(await rejectionOf(make({ feedId: pushed }))).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("https_pull"),
    });
  });

  test("for SFTP has a password, or the partner's keys instead; it shows the host key to expect", async () => {
    const feed = await newFeed([{ type: "sftp_pull" }]);
    await fixture.db.system.query(
      "INSERT INTO sftp_host_keys (type, fingerprint, sealed, created_at) VALUES ('ssh-ed25519', 'SHA256:x', 's', now())",
    );
    const sftp = (more: object) =>
      make({ feedId: feed, credential: pullCredentialCreateSchema.parse({ type: "sftp_pull", name: "P", ...more }) });
    const password = await sftp({});
    const keyed = await sftp({ public_keys: [KEY] });
    expect(password).toMatchObject({ secret: expect.any(String), hostKeys: ["SHA256:x"] });
    expect(keyed).toMatchObject({ secret: undefined, credential: { public_keys: [KEY], last_four: null } });
    const [, own = ""] = KEY.split(" ");
    const blobs = ["A".repeat(68), own.slice(0, -1), `${own}A`];
    for (const blob of blobs) {
      const faulty = pullCredentialCreateSchema.safeParse({
        type: "sftp_pull",
        name: "P",
        public_keys: [`ssh-ed25519 ${blob}`],
      });
      expect({ blob, isTaken: faulty.success }).toEqual({ blob, isTaken: false });
    }
    for (const line of ["", "ssh-dss AAAA", `${KEY}\nssh-ed25519 AAAA`, KEY.replace("ssh-", 'command="x" ssh-')]) {
      const faulty = pullCredentialCreateSchema.safeParse({ type: "sftp_pull", name: "P", public_keys: [line] });
      expect({ line, isTaken: faulty.success }).toEqual({ line, isTaken: false });
    }
  });

  test("is revoked permanently, once, and announced to every process", async () => {
    const { credential } = await make();
    fixture.takeRevoked();
    fixture.tick(1);
    await revokePullCredential(call({ id: credential.id }));
    await revokePullCredential(call({ id: credential.id }));
    expect(fixture.takeRevoked()).toEqual([credential.id]);
    expect(await getPullCredential(call({ id: credential.id }))).toMatchObject({ status: "revoked" });
    const { rows } = await fixture.db.system.query("SELECT FROM revocations WHERE subject = $1", [credential.id]);
    expect(rows).toHaveLength(1);
    expect(await actions()).toEqual(["pull_credential.created", "pull_credential.revoked"]);
  });

  test("is deleted with its feed, which every process learns from the journal", async () => {
    const { credential } = await make();
    await deleteFeed(call({ id: feedId }));
    const { rows } = await fixture.db.system.query("SELECT FROM revocations WHERE subject = $1", [credential.id]);
    expect(rows).toHaveLength(1);
  });

  test("counts toward the feed's limit unless revoked", async () => {
    const ids: string[] = [];
    for (let i = 0; i < LIMITS.pullCredentialsPerFeed; i += 1) ids.push((await make()).credential.id);
    expect((await rejectionOf(make())).code).toBe("limit_reached");
    await revokePullCredential(call({ id: ids[0] ?? "" }));
    await make();
    const { items } = await listPullCredentials(call({ feedId, after: "", limit: 200 }));
    expect(items.map(({ id }) => id).slice(0, -1)).toEqual(ids);
  });
});

test("a member can read and write the credentials of the feeds that they can read and write", async () => {
  const { credential } = await make();
  const viewer = await fixture.newMember(principal, "viewer");
  const ofChannel = await fixture.newMember(principal, "editor", [channelId]);
  const ofOther = await fixture.newMember(principal, "editor", ["ch_01jd0000000000000000000000"]);
  const otherWorkspace = await fixture.newPrincipal();
  const codeOf = async (as: Principal) => [
    await getPullCredential(call({ id: credential.id }, as)).then(
      () => "seen",
      ({ code }) => code,
    ),
    await make({}, as).then(
      () => "made",
      ({ code }) => code,
    ),
  ];
  expect(await codeOf(viewer)).toEqual(["seen", "forbidden"]);
  expect(await codeOf(ofChannel)).toEqual(["seen", "made"]);
  expect(await codeOf(ofOther)).toEqual(["not_found", "not_found"]);
  expect(await codeOf(otherWorkspace)).toEqual(["not_found", "not_found"]);
});

test("a feed has each type of pull delivery at most once", async () => {
  const twice = newFeed([{ type: "https_pull" }, { type: "https_pull" }]);
  expect(await rejectionOf(twice)).toMatchObject({ code: "validation_failed", pointers: ["/deliveries/1/type"] });
});
