// Writes products directly into the database, where the API is not under test.
const DOC = {
  id: "prod_01jd0000000000000000000000",
  sku: "SKU-000000000",
  title: "Title of SKU-000000000",
  description: "A plain description of a thing that is for sale. ".repeat(6).trim(),
  url: "https://shop.example.com/p/SKU-000000000",
  image_url: "https://img.example.com/1.jpg",
  brand: "Brand",
  condition: "new",
  availability: "in_stock",
  price_amount: 19.9,
  price_currency: "USD",
  status: "active",
  price: "19.90 USD",
  content_hash: "0".repeat(64),
  version: 1,
  created_at: "2026-11-21T08:00:00.000Z",
  updated_at: "2026-11-21T08:00:00.000Z",
};

const INSERT = `
  INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
  SELECT $1, 'SKU-' || lpad(n::text, 9, '0'), 'prod_01jd0000000000000000000000', 1, 'active', 'in_stock', 'Brand',
         decode(md5(n::text), 'hex'), replace($2, 'SKU-000000000', 'SKU-' || lpad(n::text, 9, '0')), now(), now()
  FROM generate_series(1, $3::int) AS n`;

/** Fills a workspace with `count` products that are valid for every profile. */
export const insertProducts = (testbed, workspace, count) =>
  inWorkspace(testbed, workspace, (client) => client.query(INSERT, [workspace.id, JSON.stringify(DOC), count]));

/** A transaction that may read and write the workspace. */
export async function inWorkspace({ db }, workspace, work) {
  const client = await db.app.connect();
  try {
    await client.query("BEGIN");
    await client.query("SELECT set_config('app.workspace_id', $1, true), set_config('app.actor', '*', true)", [
      workspace.id,
    ]);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } finally {
    client.release();
  }
}
