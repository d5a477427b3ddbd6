import { expect, test } from "@jest/globals";
import { profileName } from "./profile-name.js";

test.each([
  ["google_merchant@2026-10", "Google Merchant Center (2026-10)"],
  ["acp_feed", "Agentic Commerce Protocol"],
  ["openai_products", "OpenAI Products"],
  ["meta_catalog", "Meta Catalog"],
  ["generic@1", "Generic (1)"],
])("the profile %s is shown as %s", (id, name) => expect(profileName(id)).toBe(name));
