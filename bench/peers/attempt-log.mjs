// The attempt log as the author of a worker would write it: rows are collected for some milliseconds and inserted together.
import pg from "pg";

const ROWS_MAX = 50;
const WAIT_MS = 20;
const CONNECTIONS = 4;
const TABLE = `CREATE TABLE attempts (
  delivery_id text NOT NULL, number integer NOT NULL, started_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL, status_code integer NOT NULL, PRIMARY KEY (delivery_id, number))`;
const INSERT = {
  name: "insert-attempts",
  text: `INSERT INTO attempts (delivery_id, number, started_at, duration_ms, status_code)
    SELECT * FROM unnest($1::text[], $2::integer[], $3::timestamptz[], $4::integer[], $5::integer[])`,
};

/** `append` resolves when its row is committed. */
export function openAttemptLog(databaseUrl) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  let gathered = [];
  let timer;

  function flush() {
    clearTimeout(timer);
    timer = undefined;
    const entries = gathered;
    gathered = [];
    const column = (name) => entries.map(({ row }) => row[name]);
    const values = ["deliveryId", "number", "startedAt", "durationMs", "statusCode"].map(column);
    const inserted = pool.query({ ...INSERT, values });
    for (const { resolve } of entries) resolve(inserted);
  }

  return {
    prepare: () => pool.query(TABLE),
    append: (row) =>
      new Promise((resolve) => {
        gathered.push({ row, resolve });
        if (gathered.length >= ROWS_MAX) flush();
        else timer ??= setTimeout(flush, WAIT_MS);
      }),
    count: async () => (await pool.query("SELECT count(*)::integer AS count FROM attempts")).rows[0].count,
    close: () => pool.end(),
  };
}
