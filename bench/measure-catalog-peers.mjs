// Skucast's whole deployment and other catalogs from npm at the same work, one after the other on the same PostgreSQL.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { findFreePort } from "../scripts/find-free-port.mjs";
import { createDatabase, urlOn } from "./catalog-peers/create-database.mjs";
import { directus } from "./catalog-peers/directus.mjs";
import { fillCatalog, measureRound } from "./catalog-peers/measure-catalog.mjs";
import { medusa } from "./catalog-peers/medusa.mjs";
import { OPERATIONS } from "./catalog-peers/operations.mjs";
import { openSkucast } from "./catalog-peers/skucast.mjs";
import { strapi } from "./catalog-peers/strapi.mjs";
import { vendure } from "./catalog-peers/vendure.mjs";

const PEERS = [directus, strapi, vendure, medusa];

/** Installs the peers; rejects with instructions if that fails. Returns each with its folder. */
export async function installCatalogPeers() {
  const installed = [];
  for (const peer of PEERS) installed.push({ peer, folder: await peer.install() });
  return installed;
}

/**
 * Fills every catalog with the same products, then measures all of them in turn in each round. Returns the median of each
 * figure; Skucast is the first catalog.
 * @param {Awaited<ReturnType<typeof import("./testbed.mjs").openTestbed>>} testbed
 * @param {Awaited<ReturnType<typeof installCatalogPeers>>} installed
 * @param {{ filled: number, rounds: number, seconds: number, log: (line: string) => void }} options
 */
export async function measureCatalogPeers(testbed, installed, { filled, rounds, seconds, log }) {
  const openers = [
    {
      title: "skucast",
      open: (/** @type {any} */ place) => openSkucast(place),
      folder: "",
      urlOf: testbed.postgres.ownerUrl,
    },
    ...installed.map(({ peer, folder }) => ({
      title: peer.title,
      open: (place) => peer.open(place),
      folder,
      urlOf: testbed.superuserUrl,
    })),
  ];
  const catalogs = [];
  for (const { title, open, folder, urlOf } of openers) {
    const database = `catalog_${title.split(" ")[0]?.toLowerCase()}`;
    const dir = join(testbed.dir, database);
    mkdirSync(dir);
    const databaseUrl = await createDatabase(testbed.superuserUrl, urlOf, database);
    const catalog = open({ databaseUrl, port: await findFreePort(), dir, folder });
    const startedAtMs = performance.now();
    catalogs.push(await fillCatalog(catalog, { superuserUrl: urlOn(testbed.superuserUrl, database), filled }));
    log(`${catalog.name} filled (${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s)`);
  }
  const measured = catalogs.map(() => /** @type {Awaited<ReturnType<typeof measureRound>>[]} */ ([]));
  for (let round = 0; round < rounds; round += 1) {
    const order = catalogs.map((_, i) => i);
    for (const i of round % 2 === 0 ? order : order.toReversed()) {
      measured[i]?.push(await measureRound(catalogs[i], { postmaster: testbed.postmaster, seconds }));
      log(`${catalogs[i]?.catalog.name} measured, round ${round + 1} of ${rounds}`);
    }
  }
  return catalogs.map(({ catalog }, i) => ({ name: catalog.name, ...medianOf(measured[i] ?? []) }));
}

function medianOf(rounds) {
  const operations = Object.fromEntries(
    OPERATIONS.map(({ id }) => {
      const results = rounds.map((round) => round.operations[id]);
      if (results.includes(null)) return [id, null];
      const names = Object.keys(results[0]);
      return [id, Object.fromEntries(names.map((name) => [name, middle(results.map((result) => result[name]))]))];
    }),
  );
  return {
    startMs: middle(rounds.map(({ startMs }) => startMs)),
    memoryMb: middle(rounds.map(({ memoryMb }) => memoryMb)),
    operations,
  };
}

const middle = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
