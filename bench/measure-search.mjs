// Searches of a large workspace at the database, by kind: the time of one page, one search after the other.
import { searchProducts } from "@skucast/db/products/search-products";
import pg from "pg";
import { cpuOfServer } from "./cpu.mjs";
import { indexSearch } from "./index-search.mjs";

const PER_SHAPE = 100;
const WARM_UP = 10;
const PAGE = 20;
/** Words of a vocabulary in which few are frequent and most are rare. */
const WORDS = 5_000;
const SYLLABLES = [
  "ba",
  "ke",
  "lo",
  "mi",
  "nu",
  "ra",
  "se",
  "to",
  "vi",
  "zu",
  "dra",
  "fel",
  "gon",
  "hir",
  "jup",
  "kla",
];
const COLORS = ["blue", "red", "green", "black", "white", "grey", "beige", "pink", "brown", "violet", "orange", "gold"];

/** Percentiles in milliseconds of each kind, and the CPU of PostgreSQL per search. */
export async function measureSearch(testbed, rows) {
  await fillSearch(testbed, rows);
  const binding = { workspaceId: testbed.workspaceId, actor: "*" };
  const shapes = [];
  for (const [name, queryOf] of Object.entries(SHAPES)) {
    const search = (n) => {
      const query = queryOf(n, rows);
      return searchProducts(testbed.db, { ...DEFAULTS, binding, ...query, spelled: query.words });
    };
    for (let n = 0; n < WARM_UP; n += 1) await search(n);
    const cpuBefore = cpuOfServer(testbed.postmaster);
    const latencies = [];
    for (let n = 0; n < PER_SHAPE; n += 1) {
      const startedAtMs = performance.now();
      await search(WARM_UP + n);
      latencies.push(performance.now() - startedAtMs);
    }
    const cpuMs = (cpuOfServer(testbed.postmaster) - cpuBefore) / PER_SHAPE / 1000;
    latencies.sort((a, b) => a - b);
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => latencies[Math.floor(PER_SHAPE * part)]);
    shapes.push({ name, p50, p95, p99, cpuMs });
  }
  return { rows, shapes };
}

const DEFAULTS = { conditions: [], after: null, limit: PAGE };
/** The n-th of the words between two ranks. */
const ranked = (from, to) => (n) => wordOf(from + ((n * 7_919) % (to - from)));
const common = ranked(2, 60);
const usual = ranked(100, 1_500);
const seldom = ranked(3_000, WORDS);
const misspell = (word) => `${word.slice(0, 3)}q${word.slice(4)}`;
const modelOf = (n, rows) => `md${(n * 104_729) % rows}`;

const SHAPES = {
  "two usual words": (n) => ({ words: [usual(n), usual(n + 1)] }),
  "one usual word": (n) => ({ words: [usual(n)] }),
  "a usual and a frequent word": (n) => ({ words: [usual(n), COLORS[n % COLORS.length]] }),
  "a rare word": (n) => ({ words: [seldom(n)] }),
  "one product's own word": (n, rows) => ({ words: [modelOf(n, rows)] }),
  "a frequent word": (n) => ({ words: [common(n)] }),
  "two frequent words": (n) => ({ words: [common(n), COLORS[n % COLORS.length]] }),
  "a frequent word of one brand": (n) => ({ words: [common(n)], conditions: [{ brand: [`Brand ${n % 500}`] }] }),
  "a usual word of one brand": (n) => ({ words: [usual(n)], conditions: [{ brand: [`Brand ${n % 500}`] }] }),
  "a frequent word of drafts": (n) => ({ words: [COLORS[n % COLORS.length]], conditions: [{ status: "draft" }] }),
  "a misspelled word": (n) => ({ words: [misspell(usual(n))] }),
  "a misspelled and a usual word": (n) => ({ words: [misspell(usual(n)), usual(n + 1)] }),
  "a word that nothing has": (n) => ({ words: [`xyzzy${n}qqj`] }),
  "the second page of a usual word": (n, rows) => ({
    words: [usual(n)],
    after: { match: "all", score: 0, sku: `SKU-${String(Math.floor(rows / 2)).padStart(9, "0")}` },
  }),
};

/** A word of three syllables that no other rank has. */
function wordOf(rank) {
  const { length } = SYLLABLES;
  return [rank % length, Math.floor(rank / length) % length, Math.floor(rank / length ** 2) % length]
    .map((place) => SYLLABLES[place])
    .join("");
}

/** Products with words drawn from the vocabulary by rank; each also has a unique word. */
async function fillSearch(testbed, rows) {
  const client = new pg.Client({ connectionString: testbed.superuserUrl });
  await client.connect();
  const words = Array.from({ length: WORDS }, (_, rank) => wordOf(rank));
  await client.query("SELECT setseed(0.5)");
  await client.query(
    `INSERT INTO products (workspace_id, sku, id, version, status, availability, brand, content_hash, doc, created_at, updated_at)
     SELECT $1, sku, 'prod_01jd0000000000000000000000', 1, CASE WHEN n % 1000 = 0 THEN 'draft' ELSE 'active' END, 'in_stock', brand,
       decode(md5(sku), 'hex'),
       json_build_object('sku', sku, 'title', concat_ws(' ', w1, w2, w3, w4, 'md' || n), 'brand', brand, 'color', color)::text, now(), now()
     FROM (SELECT n, 'SKU-' || lpad(n::text, 9, '0') AS sku, 'Brand ' || (n % 500) AS brand,
         ($3::text[])[1 + n % cardinality($3::text[])] AS color,
         ($2::text[])[1 + floor(power(random(), 3) * $5)::int] AS w1, ($2::text[])[1 + floor(power(random(), 3) * $5)::int] AS w2,
         ($2::text[])[1 + floor(power(random(), 3) * $5)::int] AS w3, ($2::text[])[1 + floor(power(random(), 3) * $5)::int] AS w4
       FROM generate_series(0, $4::int - 1) AS n) AS made`,
    [testbed.workspaceId, words, COLORS, rows, WORDS],
  );
  await indexSearch(client, testbed.workspaceId);
  await client.query("VACUUM (FREEZE, ANALYZE) products");
  await client.end();
}
