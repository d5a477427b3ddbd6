import { expect, test } from "@jest/globals";
import { LANGUAGES } from "@skucast/contracts/languages";
import { describeUpload } from "./describe-upload.js";

test.each(LANGUAGES)("a name of a file becomes no link in a mail: %s", (language) => {
  const fileName = "https://evil.example/x.csv shop.evil.example";
  for (const status of ["failed", "succeeded"]) {
    const { body } = describeUpload({ id: "imp_1", fileName, outcome: { status, error: null } })[language];
    expect(body).toContain("\u2026 shop·evil·example");
    expect(body).not.toContain("evil.example");
  }
});
