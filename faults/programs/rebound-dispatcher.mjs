// The built dispatcher, with a DNS resolver that returns another address for each query, as in DNS rebinding.
import { runApp } from "@skucast/app-kit/run-app";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { createWebhookDispatcher } from "@skucast/webhook-dispatcher/app";
import { loadSettings } from "@skucast/webhook-dispatcher/config";

/** 127.0.0.2 represents the public internet, which the operator has allowed. 127.0.0.1 is the internal address. */
const ANSWERS = [["127.0.0.2"], ["127.0.0.1"], ["127.0.0.2", "127.0.0.1"], ["::ffff:127.0.0.1"], ["::1"]];
let asked = 0;

const guard = createTargetGuard({
  allow: parseAllowList("127.0.0.2/32"),
  resolve: async () => {
    asked += 1;
    return (ANSWERS[asked % ANSWERS.length] ?? []).map((address) => ({ address }));
  },
});

await runApp({
  name: "webhook-dispatcher",
  loadSettings,
  createApp: (settings, resources) => createWebhookDispatcher(settings, { ...resources, guard }),
});
