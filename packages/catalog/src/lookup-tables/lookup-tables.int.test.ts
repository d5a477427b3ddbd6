import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { channelCreateSchema, channelPatchSchema } from "@skucast/contracts/channels/channel";
import { LIMITS } from "@skucast/contracts/limits";
import { lookupRowsReplaceSchema, lookupTableCreateSchema } from "@skucast/contracts/lookup-tables/lookup-table";
import { type Principal, wholeWorkspace } from "@skucast/contracts/principal";
import { productBodySchema } from "@skucast/contracts/products/product";
import { inWorkspace } from "@skucast/db/database";
import { readDirectoryProducts } from "@skucast/db/directory/read-directory";
import { readDirectoryLookupTables } from "@skucast/db/lookup-tables/read-lookup-tables";
import { createChannel } from "../channels/create-channel.js";
import { previewChannel } from "../channels/preview-channel.js";
import { updateChannel } from "../channels/update-channel.js";
import { showProducts } from "../directory/show-products.js";
import { listProductChannels } from "../listings/list-product-channels.js";
import { upsertProduct } from "../products/upsert-product.js";
import { type CatalogFixture, openCatalogFixture } from "../testing/open-catalog-fixture.js";
import { createLookupTable } from "./create-lookup-table.js";
import { deleteLookupTable } from "./delete-lookup-table.js";
import { getLookupTable } from "./get-lookup-table.js";
import { listLookupRows } from "./list-lookup-rows.js";
import { listLookupTables } from "./list-lookup-tables.js";
import { replaceLookupRows } from "./replace-lookup-rows.js";
import { updateLookupTable } from "./update-lookup-table.js";

const market = { country: "US", currency: "USD", language: "en" };
let fixture: CatalogFixture;
let principal: Principal;
beforeAll(async () => {
  fixture = await openCatalogFixture();
  principal = await fixture.newPrincipal();
  const body = productBodySchema.parse({
    title: "Hemd",
    color: "rot",
    price_amount: 10,
    price_currency: "USD",
    availability: "in_stock",
  });
  await upsertProduct({ ctx: fixture.ctx, principal, input: { sku: "A", body, mode: "replace" } });
});
afterAll(() => fixture.close());

const call = <Input>(input: Input, as = principal) => ({ ctx: fixture.ctx, principal: as, input });
const newTable = (rows: Record<string, string>, as = principal) =>
  createLookupTable(call({ table: lookupTableCreateSchema.parse({ name: "Colors", rows }) }, as));
const translating = (table_id: string) => ({ type: "lookup_table", field: "color", table_id, otherwise: null });
const newChannel = (rules: readonly unknown[]) =>
  createChannel(call({ channel: channelCreateSchema.parse({ name: "Shop", market, profile: "generic", rules }) }));
const replaceRows = (id: string, content: object) =>
  replaceLookupRows(call({ id, content: lookupRowsReplaceSchema.parse(content) }));
const rowsOf = async (id: string) => (await listLookupRows(call({ id, after: "", limit: 200 }))).items;
const colorIn = async (channelId: string) => {
  const { preview } = await previewChannel(call({ id: channelId, after: "", limit: 5 }));
  return preview.rows.find(({ sku }) => sku === "A")?.row.color;
};
const walkOf = (channelId: string) =>
  inWorkspace(fixture.db, wholeWorkspace(principal.workspaceId), async (client) => {
    const { rows } = await client.query(
      "SELECT w.revision, c.lookups_changed_at FROM channels c JOIN listing_walks w ON w.channel_id = c.id WHERE c.id = $1",
      [channelId],
    );
    return rows[0];
  });

test("rules of several channels look values up in one table, and a changed table changes what they publish", async () => {
  const { id } = await newTable({ rot: "red", blau: "blue" });
  const when = [{ field: "product.sku", op: "exists" }];
  const channels = [
    await newChannel([translating(id)]),
    await newChannel([{ type: "if", when, rules: [translating(id)] }]),
  ];
  const colors = () => Promise.all(channels.map((channel) => colorIn(channel.id)));
  expect(await colors()).toEqual(["red", "red"]);

  const updated = await updateLookupTable(call({ id, patch: { rows: { rot: "crimson", blau: null } } }));
  expect(updated).toMatchObject({ row_count: 1, bytes: 10, version: 2 });
  expect(await colors()).toEqual(["crimson", "crimson"]);

  await replaceRows(id, { csv: "key,value\ngrün,green\n" });
  expect(await colors()).toEqual([undefined, undefined]);
  const { items } = await listProductChannels(call({ sku: "A", after: "", limit: 50 }));
  expect(items.filter(({ status }) => status === "pending").length).toBeGreaterThanOrEqual(2);
});

test("the products of the channels that use a changed table are examined again, and of no other channel", async () => {
  const { id } = await newTable({ rot: "red" });
  const user = await newChannel([translating(id)]);
  const other = await newChannel([]);
  const before = await Promise.all([walkOf(user.id), walkOf(other.id)]);
  await updateLookupTable(call({ id, patch: { rows: { blau: "blue" } } }));
  const [users, others] = await Promise.all([walkOf(user.id), walkOf(other.id)]);
  expect(Number(users.revision)).toBe(Number(before[0].revision) + 1);
  expect(users.lookups_changed_at).toBeInstanceOf(Date);
  expect(others).toEqual(before[1]);
  await updateLookupTable(call({ id, patch: { name: "Shades" } }));
  expect(await walkOf(user.id)).toEqual(users);
});

describe("a CSV file", () => {
  test("replaces all rows", async () => {
    const { id } = await newTable({ old: "row" });
    const csv = '\uFEFFName;Key;Value\r\nx;"a;b";"say ""hi"""\r\n\r\ny; c ;two\r\n';
    await replaceRows(id, { csv });
    expect(await rowsOf(id)).toEqual([
      { key: "a;b", value: 'say "hi"' },
      { key: "c", value: "two" },
    ]);
  });

  test("with errors is rejected with all of them and their lines, and changes nothing", async () => {
    const { id } = await newTable({ old: "row" });
    const csv = `key,value\na,1\n,2\na,3\nb,\n${"k".repeat(501)},4\n"multi\nline",5\nc,${"v".repeat(1001)}\n`;
    const faults = await replaceRows(id, { csv }).then(
      () => [],
      (error) => error.faults as { pointer: string; message: string }[],
    );
    expect(faults.map(({ pointer }) => pointer)).toEqual(["/csv/3", "/csv/4", "/csv/5", "/csv/6", "/csv/7", "/csv/9"]);
    expect(faults[1]?.message).toBe("line 4: the key a occurs twice");
    expect(await rowsOf(id)).toEqual([{ key: "old", value: "row" }]);
    await expect(replaceRows(id, { csv: "a,b\n1,2\n" })).rejects.toMatchObject({ faults: [{ pointer: "/csv/1" }] });
    await expect(replaceRows(id, { csv: 'key,value\na,"1\n' })).rejects.toMatchObject({
      faults: [{ pointer: "/csv" }],
    });
  });

  test("is never stored with a part of a value: separators without quotation marks and text after them are errors", async () => {
    const { id } = await newTable({ old: "row" });
    const csv = 'key,value\nRed,Red, dark\nb,1,2\nc,"x" y\nd,"x"\ty\ne,ok,,\nf,"Red, dark"\n';
    const faults = await replaceRows(id, { csv }).then(
      () => [],
      (error) => error.faults as { pointer: string; message: string }[],
    );
    expect(faults.map(({ pointer }) => pointer)).toEqual(["/csv/2", "/csv/3", "/csv/4", "/csv/5"]);
    expect(faults[0]?.message).toContain("has 3 cells, the header 2");
    expect(await rowsOf(id)).toEqual([{ key: "old", value: "row" }]);
    await expect(replaceRows(id, { csv: "key,value,value\na,1,2\n" })).rejects.toMatchObject({
      faults: [{ pointer: "/csv/1" }],
    });
  });

  test("may have empty cells at the end, further columns, and line ends of any kind", async () => {
    const { id } = await newTable({ old: "row" });
    const values = [
      { key: "a", value: "1" },
      { key: "b", value: "2, 3" },
    ];
    for (const end of ["\n", "\r\n", "\r"]) {
      await replaceRows(id, { csv: ["key,value,note", "a,1,x,,", 'b,"2, 3" ,'].join(end) });
      expect(await rowsOf(id)).toEqual(values);
      await replaceRows(id, { csv: "key,value\n" });
    }
  });

  test("has up to 100,000 rows", async () => {
    const { id } = await newTable({});
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `k${n},v${n}`).join("\n");
    const full = await replaceRows(id, { csv: `key,value\n${lines(LIMITS.lookupRowsMax)}` });
    expect(full.row_count).toBe(LIMITS.lookupRowsMax);
    expect(await replaceRows(id, { csv: `key,value\n${lines(LIMITS.lookupRowsMax)}` })).toEqual(full);
    await expect(replaceRows(id, { csv: `key,value\n${lines(LIMITS.lookupRowsMax + 1)}` })).rejects.toMatchObject({
      faults: [{ pointer: "/csv", code: "too_big" }],
    });
    await expect(updateLookupTable(call({ id, patch: { rows: { another: "row" } } }))).rejects.toMatchObject({
      code: "limit_reached",
    });
    expect((await getLookupTable(call({ id }))).row_count).toBe(LIMITS.lookupRowsMax);
  });
});

test("rows are listed in order of key, by page and by prefix", async () => {
  const { id } = await newTable({ b1: "x", a2: "y", a1: "z", Ä: "u" });
  const first = await listLookupRows(call({ id, after: "", limit: 2 }));
  expect([first.items.map(({ key }) => key), first.next]).toEqual([["a1", "a2"], "a2"]);
  const rest = await listLookupRows(call({ id, after: "a2", limit: 5 }));
  expect([rest.items.map(({ key }) => key), rest.next]).toEqual([["b1", "Ä"], null]);
  const prefixed = await listLookupRows(call({ id, prefix: "a", after: "", limit: 5 }));
  expect(prefixed.items.map(({ key }) => key)).toEqual(["a1", "a2"]);
});

test("rows that are stored already change nothing: same version, no event, and no product is examined again", async () => {
  const { id } = await newTable({ rot: "red", blau: "blue" });
  const channel = await newChannel([translating(id)]);
  const before = [await getLookupTable(call({ id })), await walkOf(channel.id)];
  const patchRows = (rows: Record<string, string | null>) => updateLookupTable(call({ id, patch: { rows } }));
  await replaceRows(id, { rows: { blau: "blue", rot: "red" } });
  await patchRows({ rot: "red", green: null });
  expect([await getLookupTable(call({ id })), await walkOf(channel.id)]).toEqual(before);
  expect((await patchRows({ rot: "crimson" })).version).toBe(2);
  expect((await patchRows({ blau: null })).version).toBe(3);
  expect((await replaceRows(id, { rows: { rot: "crimson" } })).version).toBe(3);
  expect((await replaceRows(id, { rows: {} })).version).toBe(4);
  expect((await fixture.eventsOf(principal, id)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
  expect(await rowsOf(id)).toEqual([]);
});

test("a table that is too large is rejected, and nothing of it is stored", async () => {
  const value = "v".repeat(1_000);
  const rows = Object.fromEntries(Array.from({ length: LIMITS.lookupBytesMax / 1_000 }, (_, n) => [`k${n}`, value]));
  const before = (await listLookupTables(call({ after: "", limit: 200 }))).items.length;
  await expect(newTable(rows)).rejects.toMatchObject({ code: "limit_reached" });
  expect((await listLookupTables(call({ after: "", limit: 200 }))).items).toHaveLength(before);
});

test("rules that name tables that do not exist are rejected with their positions, also those of another workspace", async () => {
  const other = await fixture.newPrincipal();
  const foreign = await newTable({ rot: "red" }, other);
  const none = `lkt_${"0".repeat(26)}`;
  const when = [{ field: "product.sku", op: "exists" }];
  const rules = [translating(none), { type: "if", when, rules: [translating(foreign.id)] }];
  await expect(newChannel(rules)).rejects.toMatchObject({
    faults: [
      { pointer: "/rules/0/table_id", code: "not_found" },
      { pointer: "/rules/1/rules/0/table_id", code: "not_found" },
    ],
  });
  await expect(getLookupTable(call({ id: foreign.id }))).rejects.toMatchObject({ code: "not_found" });
});

test("a table is deleted only when no channel uses it, whatever is saved at the same time", async () => {
  const { id } = await newTable({ rot: "red" });
  const channel = await newChannel([translating(id)]);
  await expect(deleteLookupTable(call({ id }))).rejects.toMatchObject({ code: "conflict" });
  const patch = (rules: readonly unknown[]) =>
    updateChannel(call({ id: channel.id, patch: channelPatchSchema.parse({ rules }) }));
  await patch([]);
  const [saved, deleted] = await Promise.allSettled([patch([translating(id)]), deleteLookupTable(call({ id }))]);
  expect([saved.status, deleted.status].sort()).toEqual(["fulfilled", "rejected"]);
  if (saved.status === "fulfilled") await patch([]);
  if (deleted.status === "rejected") await deleteLookupTable(call({ id }));
  await expect(rowsOf(id)).rejects.toMatchObject({ code: "not_found" });
});

test("a restricted member sees tables and cannot change them", async () => {
  const { id } = await newTable({ rot: "red" });
  const channel = await newChannel([translating(id)]);
  const member = await fixture.newMember(principal, "editor", [channel.id]);
  expect((await getLookupTable(call({ id }, member))).name).toBe("Colors");
  const writes = [
    () => updateLookupTable(call({ id, patch: { rows: { rot: "blue" } } }, member)),
    () => deleteLookupTable(call({ id }, member)),
    () => newTable({ a: "b" }, member),
  ];
  for (const write of writes) await expect(write()).rejects.toThrow();
  expect(await rowsOf(id)).toEqual([{ key: "rot", value: "red" }]);
});

test("the public directory shows the values of tables that published channels use, and no other table", async () => {
  const { id } = await newTable({ rot: "red" });
  const own = await newTable({ rot: "secret" });
  await newChannel([translating(own.id)]);
  const rules = [translating(id)];
  const published = { name: "Public", market, profile: "generic", rules, in_public_directory: true };
  const channel = await createChannel(call({ channel: channelCreateSchema.parse(published) }));
  const products = await readDirectoryProducts(fixture.db, [{ catalogId: channel.id, sku: "A" }]);
  const [shown] = await showProducts(fixture.ctx, products, {});
  expect(shown?.fields.color).toBe("red");
  const readable = await readDirectoryLookupTables(fixture.db, [id, own.id]);
  expect([...readable.keys()]).toEqual([id]);
});

test("a dry run stores nothing", async () => {
  const { id } = await newTable({ rot: "red" });
  const dry = { id, patch: { rows: { rot: "blue" } }, validateOnly: true };
  expect((await updateLookupTable(call(dry))).version).toBe(2);
  expect(await rowsOf(id)).toEqual([{ key: "rot", value: "red" }]);
});
