import { expect, test } from "@jest/globals";
import { unlinked } from "./unlinked.js";

test.each([
  ["Visit https://evil.example", "Visit …"],
  ["Visit HTTPS://evil.example/login now", "Visit … now"],
  ["ftp://evil", "…"],
  ["www.evil.example", "…"],
  ["evil.example/login", "…"],
  ["evil.example", "evil\u2024example"],
  ["evil\uff0eexample", "evil\u2024example"],
  ["https:\u200b//evil.example", "…"],
  ["ev\u00adil.exam\u2060ple/x", "…"],
  ["ada@evil.example", "ada@evil\u2024example"],
  ["J.R.R. Tolkien", "J.R.R. Tolkien"],
  ["Shoes & more: v1.2", "Shoes & more: v1.2"],
])("of the name %j, a mail shows %j", (name, shown) => {
  expect(unlinked(name)).toBe(shown);
});
