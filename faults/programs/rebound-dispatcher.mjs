// The dispatcher as it is built, with a name server that changes its mind at each question, as a rebinding one does.
import { runApp } from "@skucast/app-kit/run-app";
import { parseAllowList } from "@skucast/targets/allow-list";
import { createTargetGuard } from "@skucast/targets/target-guard";
import { createWebhookDispatcher } from "@skucast/webhook-dispatcher/app";
import { loadSettings } from "@skucast/webhook-dispatcher/config";

/** 127.0.0.2 stands for the public internet: the operator has allowed it. 127.0.0.1 is the inside. */
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
