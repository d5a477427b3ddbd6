import { expect, test } from "@jest/globals";
import type { Demo } from "./demo/demo-file.js";
import { welcome } from "./welcome.js";

// The text uses these members only.
const demo = {
  base_url: "http://localhost:8080",
  api_key: "skc_sk_x",
  user: { email: "demo@skucast.example", password: "p" },
  feed_id: "feed_1",
} as unknown as Demo;
const facts = { receiverUrl: "http://127.0.0.1:1/webhooks", demoFile: "/x/demo.json", logFile: "/x/log" };

test("names the page of mails only where it exists", () => {
  expect(welcome(demo, { ...facts, showsMails: true })).toContain("Mails      http://localhost:8080/outbox\n");
  expect(welcome(demo, { ...facts, showsMails: false })).not.toContain("outbox");
});
