// The packages that are compared. The project does not depend on them: they are installed when they are measured.
import { installPeer } from "../catalog-peers/peer-folder.mjs";

export const VERSIONS = {
  "@bytebase/dbhub": "1.4.0",
  "@fast-csv/format": "5.0.8",
  "@modelcontextprotocol/node": "2.1.2",
  "@modelcontextprotocol/server": "2.4.0",
  "csv-parse": "7.0.3",
  "csv-stringify": "6.9.0",
  fastmcp: "4.20.16",
  papaparse: "5.7.1",
  pg: "8.23.1",
  "pg-cursor": "2.22.0",
  "pg-query-stream": "4.17.0",
  zod: "4.6.7",
};

/**
 * Installs the packages if they are missing; rejects with instructions if that fails.
 * @returns {Promise<string>} the folder
 */
export const installPackages = () => installPeer({ name: "other-tools", manifest: { dependencies: VERSIONS } });
