// Updates the search index after products were written directly into the database.

/** Rebuilds the index of words at once, as a restore does. */
export async function indexSearch(client, workspaceId) {
  const index = "SELECT indexdef FROM pg_indexes WHERE indexname = 'product_words_terms_idx'";
  const { indexdef } = (await client.query(index)).rows[0];
  await client.query("DROP INDEX product_words_terms_idx");
  await client.query(
    `INSERT INTO product_words (workspace_id, sku, version, words, codes, terms, status, availability, brand)
     SELECT p.workspace_id, p.sku, p.version, t.words, t.codes,
       ARRAY(SELECT hashtext(word) FROM unnest(search_word_list(t.others)) AS word WHERE search_is_term(word)),
       p.status, p.availability, p.brand
     FROM products p, search_texts(p.doc) AS t WHERE p.workspace_id = $1 ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
  await client.query("SET maintenance_work_mem = '1GB'");
  await client.query(indexdef);
  await client.query(
    `INSERT INTO search_terms SELECT DISTINCT p.workspace_id, word
     FROM products p, search_texts(p.doc) AS t, unnest(search_word_list(t.others)) AS word
     WHERE p.workspace_id = $1 AND search_is_term(word) ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
  await client.query(
    `INSERT INTO search_vocabulary SELECT DISTINCT s.workspace_id, v.word
     FROM product_words s, search_vocabulary_of(s.words) AS v (word) WHERE s.workspace_id = $1 ON CONFLICT DO NOTHING`,
    [workspaceId],
  );
  await client.query("VACUUM (FREEZE, ANALYZE) product_words, search_terms, search_vocabulary");
}
