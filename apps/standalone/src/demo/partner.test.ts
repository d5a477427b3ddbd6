import { expect, test } from "@jest/globals";
import ssh2 from "ssh2";
import { newHostKey } from "./partner.js";

test("every host key that is made can be read: of ssh2's own one in 240 cannot", () => {
  const keys = Array.from({ length: 2_000 }, newHostKey);
  expect(keys.filter((key) => ssh2.utils.parseKey(key) instanceof Error)).toEqual([]);
});
