import { expect, test } from "@jest/globals";
import { z } from "zod";
import type { Route } from "./define-route.js";
import { ROUTES } from "./routes.js";

const routes: readonly Route[] = Object.values(ROUTES);

/** Routes on a stored resource whose response has only what the call has just created, tested or changed. */
const OWN_RESULTS: ReadonlySet<string> = new Set([
  "undoImport",
  "startSourceRun",
  "startRun",
  "rollbackFeed",
  "createPullCredential",
  "testDestination",
  "verifyDestination",
  "rotateSecret",
  "testWebhookEndpoint",
  "recoverWebhookEndpoint",
  "replayWebhookEndpoint",
]);

/** Whether a caller gets what others have stored: a POST to a resource that is answered with it. */
const answersWithStored = ({ method, path, scope, responses, reads }: Route): boolean =>
  method === "POST" &&
  reads !== true &&
  scope?.endsWith(":write") === true &&
  /\{\w+\}/.test(path) &&
  Object.values(responses).some((body) => body instanceof z.ZodObject && "id" in body.shape);

test("a write that returns a stored resource says so, because a caller without the read scope does not get it", () => {
  const found = routes.filter(answersWithStored).filter(({ id }) => !OWN_RESULTS.has(id));
  expect(found.map(({ id, returnsStored }) => [id, returnsStored])).toEqual(found.map(({ id }) => [id, true]));
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(["discardRun", "releaseRun", "cancelImport"]));
});
