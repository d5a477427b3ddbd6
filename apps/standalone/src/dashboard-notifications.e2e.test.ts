import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import { mailedSignUpLink, mailTo, readMail } from "@skucast/testkit/read-mail";
import { type MailServer, startMailServer } from "@skucast/testkit/start-mail-server";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import type { Page } from "playwright-core";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";

let mails: MailServer;
let sink: WebhookSink;
const site = deploymentWithBrowser(
  async () => {
    mails = await startMailServer();
    sink = await startWebhookSink();
    return { SKUCAST_SMTP_URL: mails.url, SKUCAST_ALLOW_TARGETS: "127.0.0.1/32" };
  },
  (email) => mailedSignUpLink(mails, email),
);
afterAll(async () => {
  await mails.close();
  await sink.close();
});

/** The state of an endpoint whose deliveries have failed for an hour, which the next failure reports. */
const HAS_FAILED_FOR_AN_HOUR = `
  UPDATE webhook_endpoints SET failing_since = now() - interval '1 hour', failures_since = now() - interval '1 hour',
    last_failed_at = now() - interval '10 minutes', failure_count = 5`;

beforeAll(() => sink.answerWith({ status: 500 }));

const open = (page: Page, path: string) => page.goto(site.deployment.baseUrl + path);
const subjectsTo = (email: string): readonly string[] =>
  mails.received.filter(({ to }) => to === email).map(({ source }) => readMail(source).subject);

/** Creates an endpoint that fails, and lets it have failed for an hour. Resolves with its path. */
async function failForAnHour(page: Page): Promise<string> {
  const { status, json } = await sendAsPage(page, "POST", "/webhook-endpoints", { url: `${sink.url}/orders` });
  expect(status).toBe(201);
  const path = `/webhook-endpoints/${json.id}`;
  await sendAsPage(page, "POST", `${path}/test`);
  await eventually(async () => typeof (await sendAsPage(page, "GET", path)).json.failing_since === "string");
  await site.deployment.query(`${HAS_FAILED_FOR_AN_HOUR} WHERE id = '${json.id}'`);
  await sendAsPage(page, "POST", `${path}/test`);
  return path;
}

/** Resolves when the API lists a problem in this state; the dashboard asks once a minute. */
const untilProblem = (page: Page, isOver: boolean) =>
  eventually(async () => {
    const { json } = await sendAsPage(page, "GET", "/me/incidents");
    const [problem] = json.data as readonly { readonly closed_at: string | null }[];
    return problem !== undefined && (problem.closed_at !== null) === isOver;
  });

async function repair(page: Page, path: string): Promise<void> {
  sink.answerWith({});
  await sendAsPage(page, "POST", `${path}/test`);
  await untilProblem(page, true);
  sink.answerWith({ status: 500 });
}

test("an endpoint that has failed for a while is a notification and a mail, which say when it works again", async () => {
  const { page, email, faults, leave } = await site.newOwner();
  const path = await failForAnHour(page);
  await untilProblem(page, false);
  await open(page, "/products");
  await page.getByRole("button", { name: "Notifications: 1 new" }).click();
  const list = page.getByRole("dialog", { name: "Notifications" });
  await list.getByText("Open", { exact: true }).waitFor();
  expect(await violationsEverywhere(page)).toEqual([]);
  await list.getByRole("listitem").getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: `${sink.url}/orders` }).waitFor();
  await page.getByRole("region", { name: "Deliveries are failing" }).waitFor();
  const { text } = await mailTo(mails, email, "failing");
  expect(text).toContain(page.url());

  await repair(page, path);
  await page.reload();
  await page.getByRole("button", { name: "Notifications: 1 new" }).click();
  await list.getByText("Resolved").waitFor();
  await mailTo(mails, email, "works again");
  expect(await faults()).toEqual([]);
  await leave();
});

test("a member who chose no mails is notified in the dashboard only, until they choose mails again", async () => {
  const { page, email, faults, leave } = await site.newOwner();
  const choose = async (button: string) => {
    await open(page, "/settings");
    const card = page.getByRole("region", { name: "Email notifications" });
    await card.getByRole("button", { name: button }).click();
    await card.getByRole("button", { name: "Save notifications" }).click();
    await page.getByText("Notifications saved.").waitFor();
  };
  await choose("Clear all");
  const path = await failForAnHour(page);
  await untilProblem(page, false);
  await open(page, "/");
  await page.getByRole("button", { name: "Notifications: 1 new" }).waitFor();
  await choose("Select all");
  await repair(page, path);
  // Mails are sent in the order of their problems, so a mail about the start would have come before.
  await mailTo(mails, email, "works again");
  expect(subjectsTo(email).filter((subject) => subject.includes("failing"))).toEqual([]);
  expect(await faults()).toEqual([]);
  await leave();
});
