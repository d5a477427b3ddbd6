import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { foldersOf } from "./config.js";

const folder = { at: (name: string) => join("/data", name) };

test("commands use the folders that the apps of a deployment share, and without them those of the data folder", () => {
  const shared = { SKUCAST_FILES_DIR: "/mnt/files", SKUCAST_UPLOADS_DIR: "/mnt/uploads" };
  expect(foldersOf(folder, shared)).toEqual(shared);
  const own = { SKUCAST_FILES_DIR: "/data/files", SKUCAST_UPLOADS_DIR: "/data/uploads" };
  expect(foldersOf(folder, { SKUCAST_FILES_DIR: "" })).toEqual(own);
});
