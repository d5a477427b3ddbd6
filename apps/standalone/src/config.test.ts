import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { environmentWith, foldersOf } from "./config.js";

const folder = { at: (name: string) => join("/data", name) };

test("commands use the folders that the apps of a deployment share, and without them those of the data folder", () => {
  const shared = { SKUCAST_FILES_DIR: "/mnt/files", SKUCAST_UPLOADS_DIR: "/mnt/uploads" };
  expect(foldersOf(folder, shared)).toEqual(shared);
  const own = { SKUCAST_FILES_DIR: "/data/files", SKUCAST_UPLOADS_DIR: "/data/uploads" };
  expect(foldersOf(folder, { SKUCAST_FILES_DIR: "" })).toEqual(own);
});

test.each([
  [{}, "shown"],
  [{ HOST: "127.0.0.1", SKUCAST_PUBLIC_URL: "http://localhost:8090" }, "shown"],
  [{ HOST: "::1", SKUCAST_PUBLIC_URL: "http://[::1]:8090" }, "shown"],
  [{ HOST: "0.0.0.0" }, undefined],
  [{ SKUCAST_PUBLIC_URL: "https://shop.example" }, undefined],
  [{ SKUCAST_PUBLIC_URL: "https://localhost.shop.example" }, undefined],
  [{ SKUCAST_PUBLIC_URL: "no URL" }, undefined],
  [{ SKUCAST_TRUST_PROXY: "1" }, undefined],
  [{ SKUCAST_PUBLIC_URL: "https://shop.example", SKUCAST_MAIL_OUTBOX: "shown" }, "shown"],
])("mails are shown without a sign-in only where this machine alone can open the page: %j", (env, shown) => {
  expect(environmentWith({}, env).SKUCAST_MAIL_OUTBOX).toBe(shown);
});
