/*
 * Who may import whom. Arrows point downward only; each third-party library has one home; `npm run lint:deps` says which
 * sentence was broken and where. House rules that are not about imports stand in STYLE.md.
 */

/** What a package may import from this workspace, and why no more than that. */
const PACKAGES = {
  contracts: { may: [], comment: "contracts is the language spoken in every room: it imports nothing of ours." },
  client: {
    may: ["contracts"],
    comment: "client is given to others: what it needs comes with it, and that is the contracts' types.",
  },
  targets: { may: [], comment: "targets decides about addresses alone and needs nothing of ours." },
  sftp: {
    may: ["contracts", "targets"],
    comment: "sftp is the conversation with partners' servers; who sends what to whom is above it.",
  },
  "file-store": {
    may: ["service-kit"],
    comment: "file-store keeps files under keys and does not know whose they are.",
  },
  mail: { may: [], comment: "mail hands a mail to a server and knows neither what it says nor who is to read it." },
  "embedded-postgres": {
    may: [],
    comment: "embedded-postgres runs a server and knows nothing of what is stored in it.",
  },
  "service-kit": { may: [], comment: "service-kit is the life of any process and knows nothing of products." },
  credentials: {
    may: ["contracts"],
    comment: "credentials handles secrets as values; who stores or sends them is above it.",
  },
  profiles: {
    may: ["contracts"],
    comment: "profiles is pure: it maps and writes rows and reaches no database and no network.",
  },
  imports: {
    may: ["contracts"],
    comment: "imports reads files into products; who stores them is above it.",
  },
  db: { may: ["contracts"], comment: "db holds statements; what they mean for a product is decided above it." },
  events: {
    may: ["contracts", "db", "service-kit"],
    comment: "events carries what happened and does not know who asks or who receives.",
  },
  "http-kit": {
    may: ["contracts", "service-kit"],
    comment: "http-kit serves any table of contracts: it knows no verb and no database.",
  },
  catalog: {
    may: ["contracts", "credentials", "db", "events", "profiles", "service-kit", "sftp", "targets"],
    comment: "catalog holds the verbs and knows no surface: neither HTTP nor the shell of an app.",
  },
  "app-kit": {
    may: ["contracts", "credentials", "db", "events", "http-kit", "service-kit", "targets"],
    comment: "app-kit is the shell around any app: it knows no verb.",
  },
  testkit: {
    may: ["embedded-postgres"],
    comment: "testkit lends real servers and knows nothing of what is tested with them.",
  },
};

/** Third-party libraries, each with the rooms that may import it. */
const LIBRARIES = [
  {
    name: "prisma",
    modules: "(@prisma/[^/]+|prisma|pg-copy-streams)",
    homes: ["packages/db"],
    comment: "Prisma and COPY streams live in db: others see its functions.",
  },
  {
    name: "pg",
    modules: "pg",
    homes: ["packages/db", "packages/embedded-postgres", "packages/testkit"],
    comment:
      "Connections to PostgreSQL are made by db, which binds each to a role; only what runs or lends servers makes its own.",
  },
  {
    name: "croner",
    modules: "croner",
    homes: ["packages/profiles"],
    comment: "Patterns of crontab(5) are read in profiles, with the other schedules.",
  },
  {
    name: "amqplib",
    modules: "amqplib",
    homes: ["packages/events", "packages/testkit"],
    comment: "RabbitMQ is spoken in events alone: everyone else uses the Bus.",
  },
  {
    name: "express",
    modules: "(express|body-parser|swagger-ui-dist)",
    homes: ["packages/http-kit", "apps/auth-server"],
    comment:
      "express lives in http-kit: apps give contracts and handlers and get a router. The auth-server serves pages, forms and oidc-provider, which are no such table.",
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
      "MCP is spoken by the mcp-gateway alone: the verbs behind it are catalog's. standalone's tests drive the house with the official clients.",
  },
  {
    name: "ssh2",
    modules: "ssh2",
    homes: ["packages/sftp", "packages/testkit", "apps/feed-server", "apps/standalone"],
    comment:
      "SSH is spoken to partners by sftp, and by the servers: the feed-server, the demo partner that standalone serves, and partners' servers for tests.",
  },
  {
    name: "undici",
    modules: "undici",
    homes: ["packages/targets", "apps/webhook-dispatcher", "apps/auth-server", "apps/importer"],
    comment:
      "Addresses that others name are called over HTTP through the target guard: webhooks by the webhook-dispatcher, documents of OAuth clients by the auth-server, files of sources by the importer. How it connects is told by targets.",
  },
  {
    name: "s3",
    modules: "(@aws-sdk|@smithy)/[^/]+",
    homes: ["packages/file-store"],
    comment: "Object stores are spoken to by file-store alone: others see files under keys.",
  },
  {
    name: "nodemailer",
    modules: "nodemailer",
    homes: ["packages/mail"],
    comment: "SMTP is spoken in mail alone: others see whether a mail was taken over.",
  },
  {
    name: "parquet",
    modules: "hyparquet-writer",
    homes: ["packages/profiles"],
    comment: "Parquet is written in profiles, behind the writer that all formats share.",
  },
  {
    name: "react",
    modules: "(react|react-dom|@tanstack/[^/]+|@radix-ui/[^/]+|vite|@vitejs/[^/]+)",
    homes: ["apps/dashboard"],
    comment: "What runs in a browser is built in the dashboard; everyone else serves its files.",
  },
  {
    name: "saxes",
    modules: "saxes",
    homes: ["packages/imports", "packages/profiles"],
    comment: "XML is parsed where files are read; profiles' tests read back what they wrote.",
  },
  {
    name: "ipaddr",
    modules: "ipaddr\\.js",
    homes: ["packages/targets"],
    comment: "Addresses are judged in targets, so that there is one place to get it right.",
  },
  {
    name: "observability",
    modules: "(pino|prom-client|@opentelemetry/[^/]+)",
    homes: ["packages/service-kit"],
    comment: "Logs, metrics and traces are made in service-kit, where secrets are taken out of them.",
  },
];

/** Code that only tests run: beside the sources, or in a folder named testing. */
const TEST_CODE = "(\\.test\\.ts$|/testing/|/bus-conformance\\.ts$|^packages/testkit/)";

/** Files that a person, a process or a tool starts: nobody imports them. */
const STARTED = "(/src/main\\.tsx?$|/src/cli\\.ts$|\\.config\\.(js|ts)$|\\.d\\.ts$)";

const inPackage = (name) => `^packages/${name}/`;

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "A cycle has no top, so nobody can read it from one end.",
      from: {},
      to: { circular: true },
    },
    {
      name: "packages-not-apps",
      severity: "error",
      comment: "Packages are below the apps: what an app and a package share moves down into a package.",
      from: { path: "^packages/" },
      to: { path: "^apps/" },
    },
    {
      name: "apps-not-apps",
      severity: "error",
      comment: "Apps talk through events, never by import; standalone alone puts them into one process.",
      from: { path: "^apps/([^/]+)/", pathNot: "^apps/standalone/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    ...Object.entries(PACKAGES).map(([name, { may, comment }]) => ({
      name: `arrows-of-${name}`,
      severity: "error",
      comment,
      from: { path: inPackage(name), ...(name !== "testkit" && { pathNot: TEST_CODE }) },
      to: { path: "^packages/", pathNot: [name, ...may].map(inPackage) },
    })),
    {
      name: "contracts-zod-alone",
      severity: "error",
      comment: "contracts runs in a browser too: zod is all it needs, not even Node.",
      from: { path: "^packages/contracts/src/", pathNot: TEST_CODE },
      to: { pathNot: ["^packages/contracts/", "node_modules/zod/"] },
    },
    ...LIBRARIES.map(({ name, modules, homes, comment }) => ({
      name: `home-of-${name}`,
      severity: "error",
      comment,
      from: { path: "^(apps|packages)/", pathNot: homes.map((home) => `^${home}/`) },
      // A library that is not installed is seen by its bare name.
      to: { path: `(^|node_modules/)${modules}(/|$)` },
    })),
    {
      name: "sources-not-tests",
      severity: "error",
      comment: "What runs in production imports neither tests nor the testkit.",
      from: { path: "^(apps|packages)/", pathNot: TEST_CODE },
      to: { path: [TEST_CODE, "node_modules/@jest/"] },
    },
    {
      name: "sources-not-development",
      severity: "error",
      comment: "A source's dependency is a dependency: devDependencies are not installed in production.",
      // The dashboard is built into files: where it is served nothing that it is built of is installed.
      from: { path: "^(apps|packages)/[^/]+/src/", pathNot: [TEST_CODE, "^apps/dashboard/"] },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm", "type-only"], pathNot: "node_modules/@types/" },
    },
    {
      name: "declared",
      severity: "error",
      comment: "What is imported is declared in the package.json of the importer; jest alone is declared at the root.",
      from: { path: "^(apps|packages)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"], pathNot: "node_modules/@jest/globals/" },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "An import leads to a file.",
      from: { path: "^(apps|packages)/" },
      // Made while the dashboard is built (apps/dashboard/vite.config.ts).
      to: { couldNotResolve: true, pathNot: "^virtual:" },
    },
    {
      name: "no-orphans",
      severity: "error",
      comment: "A file that nobody imports and that imports nobody is left over: use it or delete it.",
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
