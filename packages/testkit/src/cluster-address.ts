/** How tests reach the PostgreSQL of their run; handed from jest's global set-up to its workers. */
export interface ClusterAddress {
  readonly superuserUrl: string;
  readonly ownerUrl: string;
  readonly appUrl: string;
}

export const TEMPLATE_DATABASE = "skucast_template";

/** The environment variable, of test runs alone, that carries a `ClusterAddress` as JSON. */
const VARIABLE = "SKUCAST_TEST_CLUSTER";

/** The cluster that the global set-up started. Throws when the test file is not one that gets a cluster. */
export function clusterAddress(): ClusterAddress {
  const text = process.env[VARIABLE];
  if (!text)
    throw new Error(
      "There is no PostgreSQL for this test: name the file *.int.test.ts, *.e2e.test.ts or *.soak.test.ts.",
    );
  return JSON.parse(text) as ClusterAddress;
}

/** The same login to another database. */
export function urlOfDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
