// The system that most fault tests start: an API, dispatchers, one workspace whose events go to some endpoints, and a writer.
import { startWriter } from "./writer.mjs";

/** Starts `dispatchers` dispatchers with the options `dispatcher`, and creates `endpoints` endpoints with the fields `endpoint`. */
export async function startSystem(
  testbed,
  { dispatchers = 1, endpoints = 3, dispatcher = {}, api = {}, endpoint = {} } = {},
) {
  const apiApp = await testbed.apps.start("catalog-api", { isKept: true, ...api });
  const workspace = await testbed.createWorkspace();
  const receiver = await testbed.openReceiver();
  for (let i = 0; i < endpoints; i += 1) {
    await testbed.createEndpoint(apiApp, workspace, receiver, { path: `/${i}`, ...endpoint });
  }
  const running = [];
  for (let i = 0; i < dispatchers; i += 1) {
    running.push(await testbed.apps.start("webhook-dispatcher", { isKept: true, ...dispatcher }));
  }
  return {
    api: apiApp,
    workspace,
    receiver,
    dispatchers: running,
    startWriting: (perSecond, more) => startWriter({ apis: [apiApp], workspaces: [workspace], perSecond, ...more }),
  };
}
