// Parts of Skucast and the tools that a team uses for the same work: MCP servers, CSV libraries and imports.
import { directus } from "./catalog-peers/directus.mjs";
import { strapi } from "./catalog-peers/strapi.mjs";
import { measureFeeds } from "./other-tools/measure-feeds.mjs";
import { measureImports } from "./other-tools/measure-imports.mjs";
import { measureMcpServers } from "./other-tools/measure-mcp-servers.mjs";
import { installPackages } from "./other-tools/packages.mjs";
import { openTestbed } from "./testbed.mjs";

/** Installs what is compared, and returns the folders; rejects with instructions if that fails. */
export async function installOtherTools() {
  return { packages: await installPackages(), directus: await directus.install(), strapi: await strapi.install() };
}

/**
 * Measures each part on a PostgreSQL of its own, with Skucast and the others in turns. Skucast is the first of each list.
 * @param {Awaited<ReturnType<typeof installOtherTools>>} folders
 * @param {{ rounds: number, seconds: number, feedRows: number, importRows: number, log: (line: string) => void }} options
 */
export async function measureOtherTools(folders, { rounds, seconds, feedRows, importRows, log }) {
  return {
    mcp: await onTestbed((testbed) => measureMcpServers(testbed, folders, { rounds, seconds, log })),
    feeds: await onTestbed((testbed) => measureFeeds(testbed, folders, { rows: feedRows, rounds, log })),
    imports: await onTestbed((testbed) => measureImports(testbed, folders, { rows: importRows, rounds, log })),
  };
}

/**
 * @template Result
 * @param {(testbed: Awaited<ReturnType<typeof openTestbed>>) => Promise<Result>} work
 */
async function onTestbed(work) {
  const testbed = await openTestbed();
  try {
    return await work(testbed);
  } finally {
    await testbed.close();
  }
}
