// How the servers of a team authenticate: one token, from the environment.
import { timingSafeEqual } from "node:crypto";

const expected = Buffer.from(`Bearer ${process.env.BENCH_TOKEN}`);

/**
 * Whether a request has the token.
 * @param {import("node:http").IncomingMessage} request
 */
export function hasToken({ headers }) {
  const given = Buffer.from(headers.authorization ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
