import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { type SshServer, startSshServer } from "@skucast/testkit/start-ssh-server";
import { createDeploymentOnTestDatabase, type Deployment } from "./testing/run-deployment.js";

let deployment: Deployment;
let partner: SshServer;

beforeAll(async () => {
  [deployment, partner] = await Promise.all([
    createDeploymentOnTestDatabase({ SKUCAST_ALLOW_TARGETS: "127.0.0.1/32" }),
    startSshServer(),
  ]);
  await deployment.start();
  const items = [
    {
      sku: "TEE-1",
      title: 'T-Shirt "Größe L"; blau',
      price_amount: 1249.9,
      availability: "in_stock",
      availability_date: "2026-12-24",
      brand: "Müller & Söhne",
      is_digital: false,
      weight: { value: 0.25, unit: "kg" },
      tags: ["Sommer", "Bio"],
      custom_attributes: { warengruppe: "Bekleidung" },
    },
    { sku: "TEE-2", title: "Prix 5 € – œuf", price_amount: 8, availability: "preorder", is_digital: true },
    {
      sku: "TEE-3",
      title: "A title that is much longer than the forty characters",
      price_amount: 5,
      availability: "in_stock",
    },
  ].map((item) => ({ price_currency: "EUR", ...item }));
  await deployment.api().call("POST", "/products/batch", { items });
});
afterAll(async () => {
  await deployment.remove();
  await partner.stop();
});

const COLUMNS = [
  { name: "id", header: "Artikelnummer", type: "text", from: "sku", required: true },
  { name: "title", header: "Titel", type: "text", from: "title", required: true, max: 40 },
  { name: "price", header: "Preis", type: "money", from: "price_amount", required: true },
  {
    name: "stock",
    header: "Lieferbarkeit",
    type: "enum",
    from: "availability",
    words: { in_stock: "sofort", preorder: "bald" },
    allowed: ["sofort", "bald"],
  },
  { name: "from", header: "Lieferbar ab", element: "lieferbarAb", type: "moment", from: "availability_date" },
  { name: "digital", header: "Digital", type: "boolean", from: "is_digital" },
  { name: "weight", header: "Gewicht", type: "measure", from: "weight.value" },
  { name: "tags", header: "Tags", type: "comma_list", from: "tags", item_element: "Tag" },
  { name: "warengruppe", header: "Warengruppe", type: "text" },
  { name: "shop", header: "Shop", type: "text", constant: "Acme" },
  { name: "label", header: "Etikett", type: "text", template: "{product.brand|Acme}: {id}" },
];
const VALUES = {
  decimal_separator: ",",
  thousands_separator: ".",
  currency: "none",
  date: "DD.MM.YYYY",
  true: "ja",
  false: "nein",
  list_separator: "|",
};

/**
 * Creates the profile, a channel and a feed through the API, delivers to the partner over SFTP, and returns the bytes. What
 * the partner fetches over HTTPS must be the same.
 */
async function delivered(name: string, format: string, files: object): Promise<Buffer> {
  const api = deployment.api();
  const folder = join(partner.root, name);
  mkdirSync(folder);
  await api.call("POST", "/channel-profiles", {
    name,
    title: name,
    formats: [format],
    columns: COLUMNS,
    values: VALUES,
    files,
  });
  const market = { country: "DE", currency: "EUR", language: "de" };
  const channel = await api.call("POST", "/channels", { name, profile: name, market });
  const destination = await api.call("POST", "/destinations", {
    name,
    type: "sftp",
    host: "127.0.0.1",
    port: partner.port,
    username: partner.username,
    auth: { type: "public_key" },
    host_keys: partner.hostKeysSha256,
    path: folder,
    strategy: "rename",
  });
  partner.authorize((destination.auth as { public_key: string }).public_key);
  const feed = await api.call("POST", "/feeds", {
    channel_id: channel.id,
    name,
    format,
    schedule: null,
    deliveries: [{ type: "sftp_push", destination_id: destination.id }, { type: "https_pull" }],
    guards: { min_items: null, max_invalid_percent: null },
  });
  const { id } = await api.call("POST", `/feeds/${feed.id}/runs`);
  const run = await eventually(async () => {
    const now = await api.call("GET", `/runs/${id}`);
    return now.is_in_progress ? undefined : now;
  });
  expect(run.deliveries).toMatchObject([
    { type: "sftp_push", status: "delivered", error: null },
    { type: "https_pull", status: "delivered", error: null },
  ]);
  expect(run).toMatchObject({ status: "succeeded_with_errors", counts: { selected: 3, written: 2, invalid: 1 } });
  const issues = await api.call("GET", `/runs/${id}/issues`);
  expect(issues.data).toMatchObject([{ sku: "TEE-3", code: "too_long", field: "title" }]);
  const pushed = readFileSync(join(folder, String(feed.file_name)));
  const credential = await api.call("POST", `/feeds/${feed.id}/pull-credentials`, { type: "https_pull", name });
  const pulled = await fetch(String(credential.url));
  expect([pulled.status, pulled.headers.get("content-type")]).toEqual([200, CONTENT_TYPES[name]]);
  expect(Buffer.from(await pulled.arrayBuffer()).equals(pushed)).toBe(true);
  const again = await fetch(String(credential.url), {
    headers: { "If-None-Match": pulled.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
  await api.call("DELETE", `/pull-credentials/${credential.id}`);
  expect((await fetch(String(credential.url))).status).toBe(404);
  return pushed;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  custom_marktplatz: "text/csv; charset=windows-1252",
  custom_xml: "application/xml; charset=iso-8859-1",
  custom_json: "application/json",
  custom_lines: "application/jsonl; charset=utf-8",
};

test("a marketplace gets semicolons, decimal commas, German dates and Windows-1252 over SFTP and HTTPS", async () => {
  const csv = { delimiter: ";", encoding: "windows-1252", line_end: "crlf" };
  const file = await delivered("custom_marktplatz", "csv", { csv });
  const text = [
    "Artikelnummer;Titel;Preis;Lieferbarkeit;Lieferbar ab;Digital;Gewicht;Tags;Warengruppe;Shop;Etikett",
    'TEE-1;"T-Shirt ""Größe L""; blau";1.249,90;sofort;24.12.2026;nein;0,25 kg;Sommer|Bio;Bekleidung;Acme;Müller & Söhne: TEE-1',
    "TEE-2;Prix 5 \x80 \x96 \x9cuf;8,00;bald;;ja;;;;Acme;Acme: TEE-2",
    "",
  ].join("\r\n");
  expect(file).toEqual(Buffer.from(text, "latin1"));
});

test("a marketplace gets its own XML elements over SFTP and HTTPS", async () => {
  const xml = { root: "Angebote", item: "Angebot", encoding: "iso-8859-1" };
  const file = await delivered("custom_xml", "xml", { xml });
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?>
<Angebote>
<Angebot><Artikelnummer>TEE-1</Artikelnummer><Titel>T-Shirt &quot;Größe L&quot;; blau</Titel><Preis>1.249,90</Preis><Lieferbarkeit>sofort</Lieferbarkeit><lieferbarAb>24.12.2026</lieferbarAb><Digital>nein</Digital><Gewicht>0,25 kg</Gewicht><Tags><Tag>Sommer</Tag><Tag>Bio</Tag></Tags><Warengruppe>Bekleidung</Warengruppe><Shop>Acme</Shop><Etikett>Müller &amp; Söhne: TEE-1</Etikett></Angebot>
<Angebot><Artikelnummer>TEE-2</Artikelnummer><Titel>Prix 5 &#8364; &#8211; &#339;uf</Titel><Preis>8,00</Preis><Lieferbarkeit>bald</Lieferbarkeit><Digital>ja</Digital><Shop>Acme</Shop><Etikett>Acme: TEE-2</Etikett></Angebot>
</Angebote>
`;
  expect(file).toEqual(Buffer.from(text, "latin1"));
});

const TEE_1 = {
  Artikelnummer: "TEE-1",
  Titel: 'T-Shirt "Größe L"; blau',
  Preis: "1.249,90",
  Lieferbarkeit: "sofort",
  "Lieferbar ab": "24.12.2026",
  Digital: "nein",
  Gewicht: "0,25 kg",
  Tags: ["Sommer", "Bio"],
  Warengruppe: "Bekleidung",
  Shop: "Acme",
  Etikett: "Müller & Söhne: TEE-1",
};

test("a marketplace gets JSON in an object under its key, without empty members, over SFTP and HTTPS", async () => {
  const file = await delivered("custom_json", "json", { json: { key: "angebote" } });
  const { angebote } = JSON.parse(file.toString());
  expect(angebote).toEqual([TEE_1, expect.objectContaining({ Artikelnummer: "TEE-2", Digital: "ja" })]);
  expect(angebote[1]).not.toHaveProperty("Tags");
});

test("a marketplace gets JSON line by line with null for what is missing, over SFTP and HTTPS", async () => {
  const file = await delivered("custom_lines", "json", { json: { shape: "lines", empty: "null" } });
  const lines = file.toString().trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    TEE_1,
    expect.objectContaining({ Artikelnummer: "TEE-2", Tags: null, Warengruppe: null }),
  ]);
});
