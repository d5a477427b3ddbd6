import { describe, expect, test } from "@jest/globals";
import { passwordError } from "./validate-account-fields.js";

describe("a password is refused if it is", () => {
  test.each([
    ["parts of the address with its sign", "bob@beta.example", "bob@beta2026"],
    ["parts of the address and a year", "bob@beta.example", "bobbeta2026"],
    ["parts of the address with separators", "bob@beta.example", "bob-beta-1"],
    ["parts of the address in another order", "bob@beta.example", "BetaBob1234"],
    ["a part of the address twice", "bob@beta.example", "beta2026beta"],
    ["a part of the address with a digit", "ad2@alpha.example", "ad2alpha2026"],
    ["a part of the address with substitutes", "bob@beta.example", "B0b-B3ta-2026"],
    ["a short part of the address", "jo@ab.example", "jo+ab+jo+2026"],
    ["the address and the service", "bob@beta.example", "bob.skucast.26"],
    ["a common one with a sign for a letter", "bob@beta.example", "P@ssword1234"],
    ["a common one with digits for letters", "bob@beta.example", "w3lc0me-2026"],
    ["two common words and a number", "bob@beta.example", "Companyname1!"],
    ["a walk with Shift", "bob@beta.example", "!QAZ2wsx#EDC"],
    ["a walk with Shift up and down", "bob@beta.example", "zaq1@WSX3edc"],
    ["a walk with Shift on a German keyboard", "bob@beta.example", '!qay"wsx\u00a7edc'],
  ])("%s", (_, email, password) => {
    expect(passwordError(password, email)).not.toBeNull();
  });

  test.each([
    ["a part of the address and other letters", "bob@beta.example", "bob-f7q9zk-2026"],
    ["digits that the address has too", "23@beta.example", "8392374617"],
    ["words that contain a part by chance", "an@on.example", "planets-anchor-onions"],
    ["random characters", "bob@beta.example", "f7q9-zk2m-w4xp"],
    ["random characters with signs", "bob@beta.example", "v!8Kq$2m#Zr@"],
  ])("but not %s", (_, email, password) => {
    expect(passwordError(password, email)).toBeNull();
  });
});
