import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { channelCreateSchema } from "@skucast/contracts/channels/channel";
import type { Principal } from "@skucast/contracts/principal";
import { SCOPES } from "@skucast/contracts/scopes";
import { blockChannel, reportDirectory } from "@skucast/db/directory/moderate-directory";
import { createApiKey } from "../api-keys/create-api-key.js";
import { createChannel } from "../channels/create-channel.js";
import { updateChannel } from "../channels/update-channel.js";
import type { CatalogContext } from "../context.js";
import { listPublicCatalogs } from "../directory/list-public-catalogs.js";
import { searchDirectory } from "../directory/search-directory.js";
import { upsertProduct } from "../products/upsert-product.js";
import { type CatalogFixture, openCatalogFixture, rejectionOf } from "../testing/open-catalog-fixture.js";
import { createDomain } from "./create-domain.js";
import { deleteDomain } from "./delete-domain.js";
import { listDomains } from "./list-domains.js";
import { verifyDomain } from "./verify-domain.js";

let fixture: CatalogFixture;
let ctx: CatalogContext;
/** What is published: TXT records by name, files by URL. */
const records = new Map<string, string[]>();
const files = new Map<string, string>();

beforeAll(async () => {
  fixture = await openCatalogFixture();
  ctx = {
    ...fixture.ctx,
    directoryProof: "required",
    domainProofs: {
      txt: async (name) => records.get(name) ?? [],
      certainTxt: async (name) => records.get(name) ?? [],
      file: async (url) => files.get(url) ?? null,
    },
  };
});
afterAll(() => fixture.close());

const add = (principal: Principal, domain: string) => createDomain({ ctx, principal, input: { domain } });
const verify = (principal: Principal, domain: string) => verifyDomain({ ctx, principal, input: { domain } });
const market = { country: "US", currency: "USD", language: "en" };
const channel = (in_public_directory: boolean) =>
  channelCreateSchema.parse({ name: "Shop", profile: "generic", market, in_public_directory });
const create = (principal: Principal, isPublic = true) =>
  createChannel({ ctx, principal, input: { channel: channel(isPublic) } });
const publish = (principal: Principal, id: string, in_public_directory = true) =>
  updateChannel({ ctx, principal, input: { id, patch: { in_public_directory } } });

/** Proves a domain by its DNS record. */
async function prove(principal: Principal, domain: string): Promise<void> {
  const { dns_record } = await add(principal, domain);
  records.set(dns_record.name, ["v=spf1 -all", dns_record.value]);
  await verify(principal, domain);
}

describe("a domain", () => {
  test("is proven by a TXT record or a file; otherwise the error says what was found", async () => {
    const owner = await fixture.newPrincipal();
    const added = await add(owner, "dns.example");
    expect(added).toMatchObject({ domain: "dns.example", verified_at: null });
    expect(await add(owner, "dns.example")).toEqual(added);
    const missing = await rejectionOf(verify(owner, "dns.example"));
    expect(missing.code).toBe("conflict");
    expect(missing.message).toContain("no TXT record at _skucast.dns.example");
    expect(missing.message).toContain("no file at https://dns.example/.well-known/skucast-domain.txt");
    records.set(added.dns_record.name, ["skucast-domain=of-someone-else"]);
    files.set(added.file.url, "<html>");
    const other = await rejectionOf(verify(owner, "dns.example"));
    expect(other.message).toContain("other TXT records");
    expect(other.message).toContain("another file");
    files.set(added.file.url, `${added.file.content}\n`);
    expect((await verify(owner, "dns.example")).verified_at).not.toBeNull();
    await prove(owner, "shop.example");
    expect((await listDomains({ ctx, principal: owner, input: { after: "", limit: 1 } })).next).toBe("dns.example");
    const actions = (await fixture.auditOf(owner)).map(({ action, object }) => `${action} ${object?.id}`);
    expect(actions.sort()).toEqual([
      "domain.created dns.example",
      "domain.created shop.example",
      "domain.verified dns.example",
      "domain.verified shop.example",
    ]);
  });

  test("is proven for its workspace alone, with another value in each", async () => {
    const first = await fixture.newPrincipal();
    const second = await fixture.newPrincipal();
    await prove(first, "same.example");
    await add(second, "same.example");
    expect((await rejectionOf(verify(second, "same.example"))).code).toBe("conflict");
  });
});

describe("publishing a channel", () => {
  test("is for owners, and API keys that may manage the workspace; removing it is for editors too", async () => {
    const key = await fixture.newPrincipal();
    await prove(key, "owners.example");
    const { id } = await create(key, false);
    const owner = await fixture.newMember(key, "owner");
    const admin = await fixture.newMember(key, "admin");
    const editor = await fixture.newMember(key, "editor");
    const narrow: Principal = { ...key, scopes: new Set(SCOPES) };
    for (const principal of [admin, editor, narrow, await fixture.newApp(owner)]) {
      expect((await rejectionOf(publish(principal, id))).code).toBe("forbidden");
      expect((await rejectionOf(create(principal))).code).toBe("forbidden");
    }
    expect((await publish(owner, id)).in_public_directory).toBe(true);
    expect((await publish(editor, id, false)).in_public_directory).toBe(false);
    expect((await publish(key, id)).in_public_directory).toBe(true);
  });

  test("is not for keys that an admin has created, nor for those that such a key has created", async () => {
    const key = await fixture.newPrincipal();
    await prove(key, "keys.example");
    const { id } = await create(key, false);
    const keyOf = async (creator: Principal): Promise<Principal> => {
      const created = await createApiKey({ ctx, principal: creator, input: { apiKey: { name: "k" } } });
      return { ...key, keyId: created.id } as Principal;
    };
    const ofAdmin = await keyOf(await fixture.newMember(key, "admin"));
    for (const principal of [ofAdmin, await keyOf(ofAdmin)]) {
      expect((await rejectionOf(publish(principal, id))).code).toBe("forbidden");
      expect((await rejectionOf(create(principal))).code).toBe("forbidden");
    }
    const ofOwner = await keyOf(await fixture.newMember(key, "owner"));
    expect((await publish(await keyOf(ofOwner), id)).in_public_directory).toBe(true);
  });

  test("needs a proven domain where the operator requires it", async () => {
    const key = await fixture.newPrincipal();
    expect(await rejectionOf(create(key))).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Prove a domain"),
    });
    await add(key, "later.example");
    expect((await rejectionOf(create(key))).code).toBe("conflict");
    const free = { ...ctx, directoryProof: "optional" as const };
    const open = await createChannel({ ctx: free, principal: key, input: { channel: channel(true) } });
    expect(open.in_public_directory).toBe(true);
    const listed = async () =>
      (await listPublicCatalogs({ ctx, input: { after: "", limit: 200 } })).items.map(({ id }) => id);
    expect(await listed()).not.toContain(open.id);
    await prove(key, "later.example");
    expect(await listed()).toContain(open.id);
    await deleteDomain({ ctx, principal: key, input: { domain: "later.example" } });
    expect(await listed()).not.toContain(open.id);
  });
});

describe("the public directory", () => {
  const found = async (channelId: string, as: CatalogContext = ctx) => {
    const page = await searchDirectory({ ctx: as, input: { catalogId: channelId, after: null, limit: 50 } });
    return page.found.map(({ product }) => product.sku).sort();
  };

  test("shows only products whose links are within the proven domains, and nothing that was taken down", async () => {
    const key = await fixture.newPrincipal();
    await prove(key, "brand.example");
    const { id } = await create(key);
    const links = {
      own: "https://brand.example/p/1",
      below: "https://shop.brand.example:8443/p",
      alike: "https://brand.example.evil.example/p",
      suffix: "https://notbrand.example/p",
      user: "https://evil.example/brand.example",
    };
    for (const [sku, url] of Object.entries(links)) {
      const body = { sku, title: sku, url, price_amount: 1, price_currency: "USD", availability: "in_stock" as const };
      await upsertProduct({ ctx, principal: key, input: { sku, body, mode: "merge" } });
    }
    const seller = { name: "Brand", url: "https://evil.example/contact" };
    const body = {
      sku: "seller",
      title: "S",
      price_amount: 1,
      price_currency: "USD",
      availability: "in_stock" as const,
    };
    await upsertProduct({ ctx, principal: key, input: { sku: "seller", body: { ...body, seller }, mode: "merge" } });
    await upsertProduct({
      ctx,
      principal: key,
      input: { sku: "plain", body: { ...body, sku: "plain" }, mode: "merge" },
    });
    expect(await found(id)).toEqual(["below", "own", "plain"]);
    expect((await found(id, { ...ctx, directoryProof: "optional" })).length).toBe(7);

    expect(await blockChannel(fixture.db, id, "It imitates a shop.")).toBe(true);
    expect(await found(id)).toEqual([]);
    await publish(key, id, false);
    await publish(key, id);
    expect(await found(id)).toEqual([]);
    const [reported] = (await reportDirectory(fixture.db, "", 200)).filter((one) => one.id === id);
    expect(reported).toMatchObject({
      name: "Shop",
      workspaceId: key.workspaceId,
      domains: ["brand.example"],
      blockReason: "It imitates a shop.",
    });
    expect(await blockChannel(fixture.db, id, null)).toBe(true);
    expect(await found(id)).toEqual(["below", "own", "plain"]);
    expect(await blockChannel(fixture.db, "ch_none", "x")).toBe(false);
    const actions = (await fixture.auditOf(key)).map(({ action }) => action);
    expect(actions.filter((action) => /blocked|restored/.test(action))).toEqual([
      "channel.blocked",
      "channel.restored",
    ]);
  });
});
