/*
 * Which package may import which. Packages import only packages below them; each third-party library is imported by the
 * packages named here alone. `npm run lint:deps` prints the comment of each broken rule and where it was broken.
 */

/** What a package may import from this workspace, and why nothing else. */
const PACKAGES = {
  contracts: { may: [], comment: "contracts is what every package and app shares: it imports none of them." },
  client: {
    may: ["contracts"],
    comment: "client is published: its package includes the contracts, and nothing else of this workspace.",
  },
  targets: {
    may: [],
    comment: "targets decides which network addresses may be called, and needs no other package for that.",
  },
  sftp: {
    may: ["contracts", "targets"],
    comment: "sftp talks to partners' servers; what is sent to whom is decided above it.",
  },
  partners: {
    may: ["contracts", "sftp", "targets"],
    comment: "partners puts files at a destination of any type; which files, and when, is decided above it.",
  },
  "file-store": {
    may: ["service-kit"],
    comment: "file-store keeps files under keys and does not know which workspace owns them.",
  },
  mail: {
    may: ["contracts", "http-kit"],
    comment: "mail gives a mail its form and passes it to a server; its text and recipient are decided above it.",
  },
  "embedded-postgres": {
    may: [],
    comment: "embedded-postgres runs a server and does not know what is stored in it.",
  },
  "service-kit": {
    may: [],
    comment: "service-kit runs any process: configuration, logs, metrics, start and stop. It knows no products.",
  },
  credentials: {
    may: ["contracts"],
    comment: "credentials handles secrets as values; they are stored and sent above it.",
  },
  profiles: {
    may: ["contracts"],
    comment: "profiles is pure: it maps and writes rows and uses no database and no network.",
  },
  imports: {
    may: ["contracts"],
    comment: "imports reads files into products; they are stored above it.",
  },
  db: { may: ["contracts"], comment: "db holds SQL statements; the rules of the product are above it." },
  events: {
    may: ["contracts", "db", "service-kit"],
    comment: "events transports events and knows neither callers nor receivers.",
  },
  "http-kit": {
    may: ["contracts", "service-kit"],
    comment: "http-kit serves any routes of contracts: it knows no operation and no database.",
  },
  catalog: {
    may: ["contracts", "credentials", "db", "events", "partners", "profiles", "service-kit", "sftp", "targets"],
    comment: "catalog holds the operations and knows neither HTTP nor how an app is run.",
  },
  "app-kit": {
    may: ["contracts", "credentials", "db", "events", "http-kit", "service-kit", "targets"],
    comment: "app-kit is the shell around any app: it knows no operation.",
  },
  testkit: {
    may: ["embedded-postgres"],
    comment: "testkit starts real servers for tests and knows nothing about what is tested.",
  },
};

/** Third-party libraries, each with the packages and apps that may import it. */
const LIBRARIES = [
  {
    name: "prisma",
    modules: "(@prisma/[^/]+|prisma|pg-copy-streams)",
    homes: ["packages/db"],
    comment: "Prisma and COPY streams are used in db alone: others call its functions.",
  },
  {
    name: "pg",
    modules: "pg",
    homes: ["packages/db", "packages/embedded-postgres", "packages/testkit"],
    comment:
      "db opens connections to PostgreSQL and binds each to a role. Only packages that run servers open their own.",
  },
  {
    name: "croner",
    modules: "croner",
    homes: ["packages/profiles"],
    comment: "crontab(5) patterns are parsed in profiles, with the other schedules.",
  },
  {
    name: "amqplib",
    modules: "amqplib",
    homes: ["packages/events", "packages/testkit"],
    comment: "RabbitMQ is used in events alone: all other code uses the Bus.",
  },
  {
    name: "express",
    modules: "(express|body-parser|swagger-ui-dist)",
    homes: ["packages/http-kit", "apps/auth-server"],
    comment:
      "express is used in http-kit: apps pass routes and handlers and get a router. The auth-server uses it too, because it serves pages, forms and oidc-provider.",
  },
  {
    name: "oidc-provider",
    modules: "oidc-provider",
    homes: ["apps/auth-server"],
    comment: "OAuth is served by the auth-server alone.",
  },
  {
    name: "mcp",
    modules: "@modelcontextprotocol/[^/]+",
    homes: ["apps/mcp-gateway", "apps/standalone"],
    comment:
      "MCP is served by the mcp-gateway alone; the operations behind it are in catalog. The tests of standalone use the official clients.",
  },
  {
    name: "ssh2",
    modules: "ssh2",
    homes: ["packages/sftp", "packages/testkit", "apps/feed-server", "apps/standalone"],
    comment:
      "sftp is the SSH client for partners' servers. The SSH servers are the feed-server, the demo partner of standalone, and the test servers.",
  },
  {
    name: "undici",
    modules: "undici",
    homes: ["packages/targets", "packages/partners", "apps/webhook-dispatcher", "apps/auth-server", "apps/importer"],
    comment:
      "URLs from users are requested through the target guard, which targets connects to undici: webhooks by the webhook-dispatcher, files for destinations by partners, OAuth client documents by the auth-server, files of sources by the importer.",
  },
  {
    name: "s3",
    modules: "(@aws-sdk|@smithy)/[^/]+",
    homes: ["packages/file-store", "packages/partners"],
    comment: "Object stores are our own, which file-store uses, and partners' buckets, which partners uses.",
  },
  {
    name: "basic-ftp",
    modules: "basic-ftp",
    homes: ["packages/partners"],
    comment: "FTPS is used in partners alone: others see a destination.",
  },
  {
    name: "nodemailer",
    modules: "nodemailer",
    homes: ["packages/mail"],
    comment: "SMTP is used in mail alone: others see whether the server accepted a mail.",
  },
  {
    name: "parquet",
    modules: "hyparquet-writer",
    homes: ["packages/profiles"],
    comment: "Parquet is written in profiles, through the interface of all formats.",
  },
  {
    name: "react",
    modules: "(react|react-dom|@tanstack/[^/]+|@radix-ui/[^/]+|vite|@vitejs/[^/]+)",
    homes: ["apps/dashboard"],
    comment: "Code for browsers is built in the dashboard; apps serve its files.",
  },
  {
    name: "saxes",
    modules: "saxes",
    homes: ["packages/imports", "packages/profiles"],
    comment: "XML is parsed in imports; the tests of profiles read back the files that they wrote.",
  },
  {
    name: "ipaddr",
    modules: "ipaddr\\.js",
    homes: ["packages/targets"],
    comment: "IP addresses are classified in targets alone.",
  },
  {
    name: "observability",
    modules: "(pino|prom-client|@opentelemetry/[^/]+)",
    homes: ["packages/service-kit"],
    comment: "Logs, metrics and traces are written in service-kit, which removes secrets from them.",
  },
];

/** Code that only tests run: next to the sources, or in a folder named testing. */
const TEST_CODE = "(\\.test\\.ts$|/testing/|/bus-conformance\\.ts$|^packages/testkit/)";

/** Files that are started and not imported. */
const STARTED = "(/src/main\\.tsx?$|/src/cli\\.ts$|\\.config\\.(js|ts)$|\\.d\\.ts$)";

const inPackage = (name) => `^packages/${name}/`;

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "A cycle cannot be read from one end to the other.",
      from: {},
      to: { circular: true },
    },
    {
      name: "packages-not-apps",
      severity: "error",
      comment: "Packages do not import apps: move what both need into a package.",
      from: { path: "^packages/" },
      to: { path: "^apps/" },
    },
    {
      name: "apps-not-apps",
      severity: "error",
      comment:
        "Apps communicate through events and never import each other; standalone alone runs them in one process.",
      from: { path: "^apps/([^/]+)/", pathNot: "^apps/standalone/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    ...Object.entries(PACKAGES).map(([name, { may, comment }]) => ({
      name: `imports-of-${name}`,
      severity: "error",
      comment,
      from: { path: inPackage(name), ...(name !== "testkit" && { pathNot: TEST_CODE }) },
      to: { path: "^packages/", pathNot: [name, ...may].map(inPackage) },
    })),
    {
      name: "contracts-zod-alone",
      severity: "error",
      comment: "contracts runs in browsers too: it imports zod and nothing else, not even Node.js modules.",
      from: { path: "^packages/contracts/src/", pathNot: TEST_CODE },
      to: { pathNot: ["^packages/contracts/", "node_modules/zod/"] },
    },
    ...LIBRARIES.map(({ name, modules, homes, comment }) => ({
      name: `home-of-${name}`,
      severity: "error",
      comment,
      from: { path: "^(apps|packages)/", pathNot: homes.map((home) => `^${home}/`) },
      // A library that is not installed appears with its bare name.
      to: { path: `(^|node_modules/)${modules}(/|$)` },
    })),
    {
      name: "sources-not-tests",
      severity: "error",
      comment: "Production code imports neither tests nor the testkit.",
      from: { path: "^(apps|packages)/", pathNot: TEST_CODE },
      to: { path: [TEST_CODE, "node_modules/@jest/"] },
    },
    {
      name: "sources-not-development",
      severity: "error",
      comment: "Sources import no devDependencies, which are not installed in production.",
      // The dashboard is bundled at build time: its dependencies are not installed where it is served.
      from: { path: "^(apps|packages)/[^/]+/src/", pathNot: [TEST_CODE, "^apps/dashboard/"] },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm", "type-only"], pathNot: "node_modules/@types/" },
    },
    {
      name: "declared",
      severity: "error",
      comment:
        "Declare what you import in the package.json of the importing package; jest alone is declared at the root.",
      from: { path: "^(apps|packages)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"], pathNot: "node_modules/@jest/globals/" },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "Every import resolves to a file.",
      from: { path: "^(apps|packages)/" },
      // Created while the dashboard is built (apps/dashboard/vite.config.ts).
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
    {
      name: "no-orphans",
      severity: "error",
      comment: "A file that is not imported and imports nothing is unused: delete it.",
      from: { orphan: true, pathNot: [STARTED, TEST_CODE] },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|generated)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["skucast-source", "import", "node", "types", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json"],
    },
  },
};
