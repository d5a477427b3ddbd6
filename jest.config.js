import { availableParallelism } from "node:os";

/** What all projects have in common. Workspace packages resolve to their sources: a test needs no build. */
const everyProject = {
  testRunner: "<rootDir>/scripts/jest/native-runner.mjs",
  testEnvironment: "<rootDir>/scripts/jest/native-environment.mjs",
  // The packed client has the name of its package.
  modulePathIgnorePatterns: ["<rootDir>/\\.skucast/", "<rootDir>/packages/client/dist/package/"],
};

const withServers = {
  globalSetup: "<rootDir>/scripts/jest/start-servers.mjs",
  globalTeardown: "<rootDir>/scripts/jest/stop-servers.mjs",
};

/** @type {import("jest").Config} */
export default {
  // Tests wait for other processes a good deal: one more worker than cores keeps these busy.
  maxWorkers: Math.min(availableParallelism() + 1, 6),
  // A test waits for facts, also on a machine under heavy load: these limits only end what hangs.
  testTimeout: 300_000,
  projects: [
    {
      ...everyProject,
      displayName: "unit",
      testMatch: ["<rootDir>/{apps,packages}/*/src/**/*.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", "\\.(int|e2e|soak)\\.test\\.ts$"],
    },
    {
      ...everyProject,
      ...withServers,
      displayName: "int",
      testMatch: ["<rootDir>/{apps,packages}/*/src/**/*.int.test.ts"],
    },
    {
      // These drive the built programs from outside, so they want a build first.
      ...everyProject,
      ...withServers,
      displayName: "e2e",
      testMatch: ["<rootDir>/{apps,packages}/*/src/**/*.e2e.test.ts"],
      setupFilesAfterEnv: ["<rootDir>/scripts/jest/allow-ten-minutes.mjs"],
    },
    {
      // Long sizes and many combinations: `npm run test:soak` runs them, `npm test` does not.
      ...everyProject,
      ...withServers,
      displayName: "soak",
      testMatch: ["<rootDir>/{apps,packages}/*/src/**/*.soak.test.ts"],
      setupFilesAfterEnv: ["<rootDir>/scripts/jest/allow-ten-minutes.mjs"],
    },
  ],
};
