import { describe, expect, test } from "@jest/globals";
import { isPredictablePassword } from "./predictable-passwords.js";

describe("a password is predictable if it is", () => {
  test.each([
    ["two entries of the list", "manchesterunited"],
    ["two entries with a separator", "manchester-united"],
    ["two entries and a year", "manchester.united-2026"],
    ["three entries", "letmeinpleasedragon"],
    ["a phrase of entries", "iloveyouforever"],
    ["an entry and a polite word", "letmeinplease"],
    ["an entry that is another", "passwordispassword"],
    ["the name of the service and an entry", "skucast-password"],
    ["two rows of a keyboard", "qwertyuiopasdfghjkl"],
    ["a row backwards", "poiuytrewqlkjhg"],
    ["a zigzag over a keyboard", "1q2w3e4r5t6y7u8i9o0p"],
    ["the digits twice", "12345678901234567890"],
    ["the alphabet", "abcdefghijklmn"],
    ["a short text again and again", "xk7pxk7pxk7p"],
  ])("%s", (_, password) => {
    expect(isPredictablePassword(password)).toBe(true);
  });

  test.each([
    ["four common words", "nine green birds fly"],
    ["four common words without separators", "riverstonewindowgarden"],
    ["four words that everyone knows", "correct horse battery staple"],
    ["three words of which one is rare", "seven blue lamps"],
    ["random letters", "xkqvbzmwpt"],
    ["random letters and digits", "f7q9-zk2m-w4xp"],
    ["a sentence", "my cat sleeps on the warm roof"],
    ["a common word and random letters", "password-xkqvbz"],
    ["a language that the list does not know", "当サービスの鍵とパスワード"],
  ])("but not %s", (_, password) => {
    expect(isPredictablePassword(password)).toBe(false);
  });
});
