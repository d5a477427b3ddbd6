// The built dispatcher, except that a connection to one address ends the process.
import { runApp } from "@skucast/app-kit/run-app";
import { createWebhookDispatcher } from "@skucast/webhook-dispatcher/app";
import { loadSettings } from "@skucast/webhook-dispatcher/config";

const POISON = "127.0.0.66";

await runApp({
  name: "webhook-dispatcher",
  loadSettings,
  createApp: (settings, resources) =>
    createWebhookDispatcher(settings, { ...resources, guard: poisoned(resources.guard) }),
});

function poisoned(guard) {
  return {
    ...guard,
    checkUrl: (url) => {
      if (url.includes(POISON)) process.kill(process.pid, "SIGKILL");
      return guard.checkUrl(url);
    },
  };
}
