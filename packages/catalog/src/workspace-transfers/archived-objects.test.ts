import { expect, test } from "@jest/globals";
import { bodyOf, incompleteOf } from "./archived-objects.js";

test("an archive from before the rule for names is imported without their invisible characters", () => {
  expect(bodyOf("workspace", { name: "Sh\u200bop \u202e1" })).toEqual({ name: "Shop 1" });
  const endpoint = { url: "https://shop.example/hooks", description: "Ord\u00aders", headers: [] };
  expect(bodyOf("webhook_endpoints", endpoint)).toMatchObject({ description: "Orders" });
});

test("a second factor that the exported workspace required is left to a person, and never lost in silence", () => {
  const archived = { name: "Shop", requires_second_factor: true };
  expect(bodyOf("workspace", archived)).toEqual({ name: "Shop" });
  expect(incompleteOf("workspace", archived)).toContain("Require it in the settings");
  expect(incompleteOf("workspace", { ...archived, requires_second_factor: false })).toBeNull();
});
