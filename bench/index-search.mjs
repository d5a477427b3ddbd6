// Updates the search index after products were written directly into the database.

/** Rebuilds the word index at once, as a restore does. */
export async function indexSearch(client, workspaceId) {
  const index = "SELECT indexdef FROM pg_indexes WHERE indexname = 'product_search_words_idx'";
  const { indexdef } = (await client.query(index)).rows[0];
  await client.query("DROP INDEX product_search_words_idx");
  await client.query(
    `INSERT INTO product_search (workspace_id, sku, version, words, status, availability, brand)
     SELECT workspace_id, sku, version, search_words(doc), status, availability, brand FROM products WHERE workspace_id = $1
     ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
  await client.query("SET maintenance_work_mem = '1GB'");
  await client.query(indexdef);
  await client.query(
    `INSERT INTO search_vocabulary SELECT DISTINCT s.workspace_id, v.word
     FROM product_search s, search_vocabulary_of(s.words) AS v (word) WHERE s.workspace_id = $1 ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
  await client.query("VACUUM (FREEZE, ANALYZE) product_search, search_vocabulary");
}
