import { rowsOf } from "./catalog.mjs";

/** Creates a database whose owner is the login of `urlOf`, and returns its URL. */
export async function createDatabase(superuserUrl, urlOf, name) {
  await rowsOf(superuserUrl, `CREATE DATABASE "${name}" OWNER "${new URL(urlOf).username}"`);
  return urlOn(urlOf, name);
}

/** The same login on another database of the testbed. */
export const urlOn = (url, database) => url.replace(/\/skucast$/, `/${database}`);
