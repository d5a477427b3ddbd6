import { expect, test } from "@jest/globals";
import ssh2 from "ssh2";
import { newHostKey } from "./partner.js";

test("ssh2 can read every generated host key (of its own, it cannot read one in 240)", () => {
  const keys = Array.from({ length: 2_000 }, newHostKey);
  expect(keys.filter((key) => ssh2.utils.parseKey(key) instanceof Error)).toEqual([]);
});
