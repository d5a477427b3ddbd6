import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { chooseIdentity, ownFolder } from "./as-user.js";
import { createCluster } from "./create-cluster.js";
import { locateBinaries } from "./locate-binaries.js";

const SYSTEM_USER_ID = 65534;
const binaries = locateBinaries();
let folder: string;
let dataDir: string;
const logged: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skucast-identity-"));
  dataDir = join(folder, "data", "postgres");
  logged.length = 0;
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const choose = () => chooseIdentity(binaries, dataDir, (message) => logged.push(message));

test("an ordinary user runs PostgreSQL as that user", () => {
  jest.spyOn(process, "getuid").mockReturnValue(1000);
  const identity = choose();
  expect(identity.command("postgres", ["-D", "x"])).toEqual({ file: "postgres", args: ["-D", "x"], options: {} });
  expect(identity.homeDir).toBe(dataDir);
});

// These cases need root, as which CI runs the tests.
if (process.getuid?.() === 0) {
  describe("root without user namespaces", () => {
    const { PATH } = process.env;
    beforeEach(() => {
      process.env.PATH = "/nowhere"; // unshare is not found, which has the same effect as forbidden namespaces
      chmodSync(folder, 0o755);
    });
    afterEach(() => {
      process.env.PATH = PATH;
    });

    test("runs PostgreSQL as the system user `nobody`, which owns the data", () => {
      const identity = choose();
      ownFolder(identity, identity.homeDir);
      createCluster(identity, join(dataDir, "cluster"), "secret");
      expect(identity.command("x", []).options).toEqual({ uid: SYSTEM_USER_ID, gid: SYSTEM_USER_ID });
      expect(statSync(join(dataDir, "cluster", "PG_VERSION")).uid).toBe(SYSTEM_USER_ID);
      expect(logged).toEqual([]);
    });

    test("keeps the data when namespaces are allowed later", () => {
      const asSystemUser = choose();
      ownFolder(asSystemUser, asSystemUser.homeDir);
      createCluster(asSystemUser, join(dataDir, "cluster"), "secret");
      process.env.PATH = PATH;
      const identity = choose();
      ownFolder(identity, identity.homeDir);
      expect(identity.homeDir).toBe(dataDir);
      expect(statSync(join(dataDir, "cluster", "PG_VERSION")).uid).toBe(identity.fileOwner);
    });

    test("keeps the data in another folder, and logs it, if the system user cannot enter the given one", () => {
      mkdirSync(dirname(dataDir), { mode: 0o700 });
      const identity = choose();
      expect(identity.homeDir.startsWith(folder)).toBe(false);
      expect(logged).toEqual([expect.stringContaining(identity.homeDir)]);
    });

    test("fails instead of starting empty if the system user cannot enter the folder of existing data", () => {
      mkdirSync(join(dataDir, "cluster"), { recursive: true });
      chmodSync(dirname(dataDir), 0o700);
      expect(choose).toThrow("chmod o+x");
    });
  });
}
