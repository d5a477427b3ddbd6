import { setTimeout as pause } from "node:timers/promises";
import { migrate } from "@skucast/db/migrate";
import { queryDatabase } from "@skucast/testkit/query-database";
import { startDebianServer } from "../../scripts/test/rabbitmq.mjs";
import { checkPauses, compareLedgers, failOver, startShop } from "../failovers.mjs";
import { startPatroniCluster } from "../patroni-cluster.mjs";
import { openTestbed } from "../testbed.mjs";

const KILLS = 3;
const HANGS = 3;
const SWITCHOVERS = 3;

export const killedPrimary = {
  title: `PostgreSQL under Patroni: kill -9 of the primary and its Patroni during the first migration, then ${KILLS} times under load`,
  needsTestbed: false,
  run: (_testbed, checks) =>
    withCluster(startDebianServer, async (testbed, cluster) => {
      await checkLogins(checks, cluster);
      await interruptMigration(checks, cluster);
      await failOverOften(checks, testbed, cluster, {
        what: `the primary killed ${KILLS} times`,
        times: KILLS,
        cause: (primary) => primary.kill(),
        afterwards: (primary) => primary.start(),
      });
      const rewound = cluster.members.reduce(
        (sum, { log }) => sum + log().split("pg_rewind exit code=0").length - 1,
        0,
      );
      checks.check(`former primaries returned as standbys, ${rewound} times with pg_rewind (some)`, rewound > 0);
    }),
};

export const hungPrimary = {
  title: `PostgreSQL under Patroni: all processes of the primary and its Patroni hang ${HANGS} times without closing a connection, and continue after another one has taken over, under load`,
  needsTestbed: false,
  run: (_testbed, checks) =>
    withCluster(startDebianServer, async (testbed, cluster) => {
      await migrate(cluster.postgres.ownerUrl);
      await failOverOften(checks, testbed, cluster, {
        what: `the primary hangs ${HANGS} times`,
        times: HANGS,
        cause: async (primary) => primary.freeze(),
        afterwards: (primary) => primary.thaw(),
      });
    }),
};

export const switchedPrimary = {
  title: `PostgreSQL under Patroni: patronictl switchover ${SWITCHOVERS} times under load, with the bus on PostgreSQL`,
  needsTestbed: false,
  run: (_testbed, checks) =>
    withCluster(startNoServer, async (testbed, cluster) => {
      await migrate(cluster.postgres.ownerUrl);
      await failOverOften(checks, testbed, cluster, {
        what: `switched over ${SWITCHOVERS} times`,
        times: SWITCHOVERS,
        cause: () => cluster.switchOver(),
        afterwards: () => {},
      });
    }),
};

/** The bus is on PostgreSQL. */
const startNoServer = async () => ({ amqpUrl: "", stop: async () => {} });

async function withCluster(startBroker, work) {
  const cluster = await startPatroniCluster();
  const broker = await startBroker();
  const { dir, postgres } = cluster;
  const stop = () => Promise.all([cluster.stop(), broker.stop()]);
  const testbed = await openTestbed({ servers: { dir, postgres, broker, stop } });
  try {
    await work(testbed, cluster);
  } finally {
    await testbed.close();
  }
}

/** Replaces the primary several times while clients write, and compares the ledgers. */
async function failOverOften(checks, testbed, cluster, { what, times, cause, afterwards }) {
  const shop = await startShop(testbed);
  try {
    const seconds = [];
    for (let i = 0; i < times; i += 1) {
      await cluster.settled();
      const former = await cluster.primary();
      seconds.push(await failOver({ cluster, writer: shop.writer, former, cause: () => cause(former) }));
      afterwards(former);
    }
    checkPauses(checks, what, seconds);
    await cluster.settled();
    await compareLedgers({ checks, testbed, cluster, shop, faults: times });
  } finally {
    await shop.writer.stop();
  }
}

/** The logins have no more privileges than docs/operations.md asks for. */
async function checkLogins(checks, { postgres }) {
  const roles = await queryDatabase(
    postgres.ownerUrl,
    `SELECT rolname FROM pg_roles
     WHERE rolname IN ('skucast_owner', 'skucast') AND NOT (rolsuper OR rolbypassrls OR rolreplication)`,
  );
  checks.check(
    "neither the owner nor the apps' login is a superuser, may replicate or bypasses policies",
    roles.length === 2,
  );
}

/** The primary is killed during the first migration. Run again, it completes. */
async function interruptMigration(checks, cluster) {
  const former = await cluster.primary();
  const first = migrate(cluster.postgres.ownerUrl).then(
    () => "had already completed",
    () => "failed",
  );
  await pause(1_000);
  await former.kill();
  await cluster.replaced(former);
  const outcome = await first;
  former.start();
  await cluster.settled();
  await migrate(cluster.postgres.ownerUrl);
  checks.check(`the migration ${outcome} when the primary was killed; run again, it completed`, true);
}
