import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { chooseIdentity, ownFolder } from "./as-user.js";
import { createCluster } from "./create-cluster.js";
import { locateBinaries } from "./locate-binaries.js";

const NOBODY = 65534;
const binaries = locateBinaries();
let folder: string;
let dataDir: string;
const told: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "skucast-identity-"));
  dataDir = join(folder, "house", "postgres");
  told.length = 0;
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const choose = () => chooseIdentity(binaries, dataDir, (message) => told.push(message));

test("an ordinary user runs PostgreSQL as himself", () => {
  jest.spyOn(process, "getuid").mockReturnValue(1000);
  const identity = choose();
  expect(identity.command("postgres", ["-D", "x"])).toEqual({ file: "postgres", args: ["-D", "x"], options: {} });
  expect(identity.homeDir).toBe(dataDir);
});

// What root does can only be shown by root, as whom the checks of every change run.
if (process.getuid?.() === 0) {
  describe("root, where user namespaces are forbidden,", () => {
    const { PATH } = process.env;
    beforeEach(() => {
      process.env.PATH = "/nowhere"; // no unshare: as good as forbidden
      chmodSync(folder, 0o755);
    });
    afterEach(() => {
      process.env.PATH = PATH;
    });

    test("runs PostgreSQL as nobody, who owns the data", () => {
      const identity = choose();
      ownFolder(identity, identity.homeDir);
      createCluster(identity, join(dataDir, "cluster"), "secret");
      expect(identity.command("x", []).options).toEqual({ uid: NOBODY, gid: NOBODY });
      expect(statSync(join(dataDir, "cluster", "PG_VERSION")).uid).toBe(NOBODY);
      expect(told).toEqual([]);
    });

    test("takes the data along when namespaces are allowed again", () => {
      const asNobody = choose();
      ownFolder(asNobody, asNobody.homeDir);
      createCluster(asNobody, join(dataDir, "cluster"), "secret");
      process.env.PATH = PATH;
      const identity = choose();
      ownFolder(identity, identity.homeDir);
      expect(identity.homeDir).toBe(dataDir);
      expect(statSync(join(dataDir, "cluster", "PG_VERSION")).uid).toBe(identity.fileOwner);
    });

    test("keeps the data where nobody may go, and says where, when the folder asked for is closed", () => {
      mkdirSync(dirname(dataDir), { mode: 0o700 });
      const identity = choose();
      expect(identity.homeDir.startsWith(folder)).toBe(false);
      expect(told).toEqual([expect.stringContaining(identity.homeDir)]);
    });

    test("refuses rather than starting empty when the data are where nobody may not go", () => {
      mkdirSync(join(dataDir, "cluster"), { recursive: true });
      chmodSync(dirname(dataDir), 0o700);
      expect(choose).toThrow("chmod o+x");
    });
  });
}
