import { availableParallelism } from "node:os";

/** Settings of all projects. Workspace packages resolve to their sources, so tests need no build. */
const everyProject = {
  testRunner: "<rootDir>/scripts/jest/native-runner.mjs",
  testEnvironment: "<rootDir>/scripts/jest/native-environment.mjs",
  // A run deletes its temporary files, among which jest would keep its cache.
  cacheDirectory: "<rootDir>/node_modules/.cache/jest",
  // The packed client has the same package name as its source.
  modulePathIgnorePatterns: ["<rootDir>/\\.skucast/", "<rootDir>/packages/client/dist/package/"],
};

const withServers = {
  globalSetup: "<rootDir>/scripts/jest/start-servers.mjs",
  globalTeardown: "<rootDir>/scripts/jest/stop-servers.mjs",
};

/** @type {import("jest").Config} */
export default {
  // Tests often wait for other processes: more workers than cores keep the cores busy.
  maxWorkers: Math.min(availableParallelism() * 2, 6),
  testSequencer: "<rootDir>/scripts/jest/longest-first.mjs",
  reporters: ["default", "<rootDir>/scripts/jest/cpu-reporter.mjs"],
  // Tests wait for facts, even on a machine under heavy load: these limits only end a test that hangs.
  testTimeout: 300_000,
  projects: [
    {
      ...everyProject,
      displayName: "unit",
      testMatch: ["<rootDir>/{apps,packages}/*/src/**/*.test.ts", "<rootDir>/bench/*.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", "\\.(int|e2e|soak)\\.test\\.ts$"],
    },
    {
      ...everyProject,
      ...withServers,
      displayName: "int",
      testMatch: ["<rootDir>/{apps,packages}/*/src/**/*.int.test.ts"],
    },
    {
      // These run the built programs, so they need a build first.
      ...everyProject,
      ...withServers,
      displayName: "e2e",
      testMatch: ["<rootDir>/{apps,packages}/*/src/**/*.e2e.test.ts"],
      setupFilesAfterEnv: ["<rootDir>/scripts/jest/allow-ten-minutes.mjs"],
    },
    {
      // Large sizes and many combinations: `npm run test:soak` runs them, `npm test` does not.
      ...everyProject,
      ...withServers,
      displayName: "soak",
      testMatch: ["<rootDir>/{apps,packages}/*/src/**/*.soak.test.ts"],
      setupFilesAfterEnv: ["<rootDir>/scripts/jest/allow-ten-minutes.mjs"],
    },
  ],
};
