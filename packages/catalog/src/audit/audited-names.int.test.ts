import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newId } from "@skucast/contracts/ids";
import type { Principal } from "@skucast/contracts/principal";
import { createDomain } from "../domains/create-domain.js";
import { deleteDomain } from "../domains/delete-domain.js";
import { createLookupTable } from "../lookup-tables/create-lookup-table.js";
import { deleteLookupTable } from "../lookup-tables/delete-lookup-table.js";
import { removeMember } from "../members/remove-member.js";
import { updateMember } from "../members/update-member.js";
import { type CatalogFixture, openCatalogFixture } from "../testing/open-catalog-fixture.js";
import { listAuditLog } from "./list-audit-log.js";

let fixture: CatalogFixture;
beforeAll(async () => {
  fixture = await openCatalogFixture();
});
afterAll(() => fixture.close());

const as = <Input>(principal: Principal, input: Input) => ({ ctx: fixture.ctx, principal, input });
/** The objects of the log by their actions. */
const objectsIn = async (key: Principal) => {
  const { items } = await listAuditLog(as(key, { limit: 100, after: "" }));
  return new Map(items.map(({ action, object }) => [action, object]));
};

test("objects of every kind exist in the log until they are deleted, and keep their names", async () => {
  const key = await fixture.newPrincipal();
  const table = { name: "Colors", rows: { red: "Rot" } };
  const { id } = await createLookupTable(as(key, { table }));
  await createDomain(as(key, { domain: "shop.example" }));
  const exported = newId("pex");
  await fixture.db.system.query(
    `INSERT INTO product_exports (workspace_id, id, status, requested_by, created_at, updated_at)
     VALUES ($1, $2, 'succeeded', 'x', now(), now())`,
    [key.workspaceId, exported],
  );
  await fixture.db.system.query(
    `INSERT INTO audit_entries (workspace_id, id, at, actor, action, object_id, details)
     VALUES ($1, $2, now(), '{"type":"user","id":"x"}', 'product_export.started', $3, '{}')`,
    [key.workspaceId, newId("aud"), exported],
  );
  const before = await objectsIn(key);
  expect([...before.values()].map(({ type, exists }) => [type, exists]).toSorted()).toEqual([
    ["domain", true],
    ["lookup_table", true],
    ["product_export", true],
  ]);
  expect(before.get("lookup_table.created")?.name).toBe("Colors");
  await deleteLookupTable(as(key, { id }));
  await deleteDomain(as(key, { domain: "shop.example" }));
  const after = await objectsIn(key);
  expect(after.get("lookup_table.deleted")).toMatchObject({ name: "Colors", exists: false });
  expect(after.get("domain.created")).toMatchObject({ exists: false });
});

test("members keep the name that they had, also after they have left", async () => {
  const key = await fixture.newPrincipal();
  const owner = await fixture.newMember(key, "owner");
  const { userId } = await fixture.newMember(key, "viewer");
  await updateMember(as(owner, { userId, patch: { role: "editor" } }));
  await removeMember(as(owner, { userId }));
  const objects = await objectsIn(key);
  for (const action of ["member.updated", "member.removed"]) {
    expect(objects.get(action)).toMatchObject({ id: userId, name: "Ada", exists: false });
  }
});
