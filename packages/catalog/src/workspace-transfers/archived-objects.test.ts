import { expect, test } from "@jest/globals";
import { bodyOf } from "./archived-objects.js";

test("an archive from before the rule for names is imported without their invisible characters", () => {
  expect(bodyOf("workspace", { name: "Sh\u200bop \u202e1" })).toEqual({ name: "Shop 1" });
  const endpoint = { url: "https://shop.example/hooks", description: "Ord\u00aders", headers: [] };
  expect(bodyOf("webhook_endpoints", endpoint)).toMatchObject({ description: "Orders" });
});
