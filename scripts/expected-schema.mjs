// Writes packages/db/sql/expected-schema.txt, the objects of the schema that applications need: see packages/db/src/schema.
import { writeFileSync } from "node:fs";
import { migrateTo } from "../packages/db/src/migrate.ts";
import { readSchemaSource } from "../packages/db/src/migrations/schema-source.ts";
import { describeDatabase } from "../packages/db/src/schema/describe-schema.ts";
import { EXPECTED_SCHEMA } from "../packages/db/src/schema/schema-problem.ts";
import { TEMPLATE_DATABASE, urlOfDatabase } from "../packages/testkit/src/cluster-address.ts";
import { startTestCluster } from "../packages/testkit/src/start-test-cluster.ts";

const cluster = await startTestCluster((ownerUrl) => migrateTo(ownerUrl, readSchemaSource()));
try {
  const lines = await describeDatabase(urlOfDatabase(cluster.address.ownerUrl, TEMPLATE_DATABASE));
  writeFileSync(EXPECTED_SCHEMA, `${lines.join("\n")}\n`);
} finally {
  await cluster.stop();
}
