/** The URLs of the test run's PostgreSQL, passed from jest's global setup to its workers. */
export interface ClusterAddress {
  readonly superuserUrl: string;
  readonly ownerUrl: string;
  readonly appUrl: string;
}

export const TEMPLATE_DATABASE = "skucast_template";

/** The environment variable of test runs that contains a `ClusterAddress` as JSON. */
const VARIABLE = "SKUCAST_TEST_CLUSTER";

/** The cluster that the global setup started. Throws if the test file is of a type without a cluster. */
export function clusterAddress(): ClusterAddress {
  const text = process.env[VARIABLE];
  if (!text)
    throw new Error(
      "There is no PostgreSQL for this test: name the file *.int.test.ts, *.e2e.test.ts or *.soak.test.ts.",
    );
  return JSON.parse(text) as ClusterAddress;
}

/** The same URL with another database. */
export function urlOfDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
