import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { signUpLinkInOutbox } from "@skucast/auth-server/testing/sign-up-with-forms";
import { german } from "@skucast/auth-server/texts/de/german";
import { encodeSku } from "@skucast/contracts/products/sku-path";
import { startWebhookSink, type WebhookSink } from "@skucast/testkit/start-webhook-sink";
import { brokenWords } from "./testing/broken-words.js";
import { deploymentWithBrowser } from "./testing/deployment-with-browser.js";
import { sendAsPage } from "./testing/send-as-page.js";
import { violationsEverywhere } from "./testing/violations-everywhere.js";
import { violationsOf } from "./testing/violations-of.js";

const ROWS_IN_DOM_MAX = 80;
const site = deploymentWithBrowser({ SKUCAST_ALLOW_TARGETS: "127.0.0.1/32" });
let sink: WebhookSink;

beforeAll(async () => {
  sink = await startWebhookSink();
});
afterAll(async () => {
  await sink.close();
});

test("an unknown URL shows a page with a link to Home", async () => {
  const { page, leave } = await site.newOwner();
  expect((await page.goto(`${site.deployment.baseUrl}/connected-apps`))?.status()).toBe(404);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.getByRole("link", { name: "Go to Home" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await leave();
});

describe("the language", () => {
  const PRODUCT = { sku: "TEE", title: "Tee", price_amount: 1234.5, price_currency: "EUR", availability: "in_stock" };

  test("is chosen in the account menu and kept with the account, with the dates and prices of the language", async () => {
    const { page, open, faults, leave } = await site.newOwner();
    await open("/products");
    expect((await sendAsPage(page, "POST", "/products", PRODUCT)).status).toBe(201);
    await page.getByText("€1,234.50").waitFor();
    await page.getByRole("button", { name: "Signed in as Ada" }).click();
    await page.getByRole("menuitem", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Produkte", level: 1 }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Produkte", level: 1 }).waitFor();
    await page.getByText(/^1\.234,50\s€$/).waitFor();
    await page.getByRole("cell", { name: "Auf Lager" }).waitFor();
    const html = page.locator("html");
    expect([await html.getAttribute("lang"), await html.getAttribute("dir")]).toEqual(["de", "ltr"]);
    expect(await violationsEverywhere(page)).toEqual([]);
    expect((await sendAsPage(page, "GET", "/me")).json).toMatchObject({ language: "de" });
    await page.evaluate("localStorage.clear(); document.cookie = 'skc_language=; Max-Age=0; Path=/'");
    await page.reload();
    await page.getByRole("heading", { name: "Produkte", level: 1 }).waitFor();
    await open("/account");
    await page.getByRole("heading", { name: "Ihr Konto", level: 1 }).waitFor();
    expect(await violationsEverywhere(page)).toEqual([]);
    await open("/audit-log");
    const time = page.locator("main time").first();
    expect(await time.getAttribute("title")).toMatch(/^\d{1,2}\.\d{1,2}\.\d{4}, \d{1,2}:\d{2}:\d{2}$/);
    expect(await time.textContent()).toMatch(/^(gerade eben|in wenigen Sekunden|vor .+)$/);
    await open("/products/new");
    await page.getByRole("button", { name: "Produkt hinzufügen" }).click();
    await page.getByText("Muss ausgefüllt werden").first().waitFor();
    await page.getByRole("button", { name: "Angemeldet als Ada" }).click();
    await page.getByRole("menuitem", { name: "Sprache des Browsers" }).click();
    await page.getByRole("heading", { name: "Add product", level: 1 }).waitFor();
    expect(await faults()).toEqual([]);
    await leave();
  });

  test("is the browser's, if nothing was chosen", async () => {
    const person = await site.browser.newPerson(site.deployment.baseUrl, { locale: "de-AT" });
    const { page } = person;
    await page.goto(`${site.deployment.baseUrl}/sign-up`);
    expect(await violationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: german.signIn.sendLink }).click();
    await page.getByRole("link", { name: "Geben Sie Ihre E-Mail-Adresse ein." }).waitFor();
    await page.getByLabel("E-Mail-Adresse").fill(person.email);
    await page.getByRole("button", { name: german.signIn.sendLink }).click();
    // A mail is in the outbox shortly after it was queued.
    const { baseUrl } = site.deployment;
    await signUpLinkInOutbox(async (path) => (await page.request.get(baseUrl + path)).text(), person.email);
    await page.getByRole("link", { name: german.forms.outbox }).click();
    await page.getByRole("listitem").filter({ hasText: person.email }).getByRole("link").click();
    await page.getByRole("link", { name: "/sign-up/" }).click();
    expect(await violationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: "Konto erstellen" }).click();
    await page.getByText(german.forms.errors.enterName).first().waitFor();
    await page.getByLabel("Ihr Name").fill("Ada");
    await page.getByLabel("Passwort").fill(person.password);
    await page.getByLabel("Name des Workspace").fill("Laden");
    await page.getByRole("button", { name: "Konto erstellen" }).click();
    await page.getByRole("link", { name: "Feeds und Läufe" }).waitFor();
    expect((await sendAsPage(page, "GET", "/me")).json).toMatchObject({ language: "de" });
    await person.leave();
  });
});

describe("products", () => {
  test("are created, searched, changed and deleted, with errors at their fields", async () => {
    const { page, open, faults, leave } = await site.newOwner();
    await open("/products");
    await page.getByText("No products yet").waitFor();
    await page.getByRole("link", { name: "Add product" }).first().click();
    await page.getByRole("button", { name: "Add product" }).click();
    for (const name of ["SKU", "Title", "Price", "Currency"]) {
      const field = page.locator(".field", { has: page.getByLabel(name, { exact: true }) });
      await field.getByText("Must be filled in").waitFor();
    }
    await page.getByRole("textbox", { name: "SKU" }).fill("TEE/RED 1");
    await page.getByRole("textbox", { name: "Title" }).fill("Red tee");
    await page.getByRole("textbox", { name: "Price", exact: true }).fill("19.905");
    await page.getByRole("combobox", { name: "Currency" }).fill("USD");
    await page.getByRole("button", { name: "Add product" }).click();
    await page.getByText(/USD has at most 2 decimals/).waitFor();
    await page.getByRole("textbox", { name: "Price", exact: true }).fill("1e3");
    await page.getByText("Must be a number, such as 19.90").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("textbox", { name: "Price", exact: true }).fill("19,90");
    await page.getByRole("button", { name: "Add product" }).click();
    await page.waitForURL((url) => url.pathname === `/products/${encodeSku("TEE/RED 1")}`);
    await page.getByText("$19.90").waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("Red tee, size M");
    await page.getByRole("textbox", { name: "All other fields" }).fill('{"tags": ["summer"], "colors": "red"}');
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText(/did you mean color/).waitFor();
    await page.getByRole("textbox", { name: "All other fields" }).fill('{"tags": ["summer"]}');
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { name: "Red tee, size M" }).waitFor();
    await page.getByText("More images, video and 3D model").click();
    await page
      .getByRole("textbox", { name: "More images" })
      .fill("https://shop.example/a.jpg\nhttps://shop.example/b.jpg");
    await page.getByText("Variants", { exact: true }).click();
    await page.getByRole("button", { name: "Add to variant options" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("size");
    await page.getByRole("textbox", { name: "Value" }).fill("M");
    await page.getByText("Weight, size, shipping and returns").click();
    await page.getByRole("button", { name: "Add to shipping costs" }).click();
    await page.getByRole("combobox", { name: "Country", exact: true }).fill("Nowhere");
    await page
      .getByRole("group", { name: /^Shipping costs/ })
      .getByRole("textbox", { name: "Price" })
      .fill("4,90");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Must be a two-letter country code").waitFor();
    expect(await violationsEverywhere(page)).toEqual([]);
    await page.getByRole("combobox", { name: "Country", exact: true }).fill("germany");
    // The note of the earlier save may still be shown.
    const saved = page.waitForResponse((answer) => answer.request().method() === "PATCH" && answer.ok());
    await page.getByRole("button", { name: "Save changes" }).click();
    await saved;
    await page.getByText("Weight, size, shipping and returns (1)").waitFor();
    expect((await sendAsPage(page, "GET", `/products/${encodeSku("TEE/RED 1")}`)).json).toMatchObject({
      additional_image_urls: ["https://shop.example/a.jpg", "https://shop.example/b.jpg"],
      variant_options: { size: "M" },
      shipping: [{ country: "DE", price_amount: 4.9 }],
      tags: ["summer"],
    });
    await open("/products");
    await page.getByRole("searchbox", { name: "Search" }).fill("nothing like it");
    await page.getByText("No products match").waitFor();
    await page.getByRole("searchbox", { name: "Search" }).fill("SIZE M");
    await page.getByRole("link", { name: "TEE/RED 1" }).click();
    await page.getByRole("button", { name: "Delete product" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete product" }).click();
    await page.getByText("No products yet").waitFor();
    expect(await faults()).toEqual([]);
    await leave();
  });

  test("changed by someone else are not overwritten, and an existing SKU is not created again", async () => {
    const { page, open, leave } = await site.newOwner();
    const product = { sku: "A", title: "First", price_amount: 1, price_currency: "USD", availability: "in_stock" };
    await open("/products");
    expect((await sendAsPage(page, "POST", "/products", product)).status).toBe(201);
    await open("/products/A");
    const title = page.getByRole("textbox", { name: "Title" });
    const brand = page.getByRole("textbox", { name: "Brand (optional)" });
    await brand.fill("Acme");
    expect((await sendAsPage(page, "PATCH", "/products/A", { mpn: "M-1" })).status).toBe(200);
    await page.locator("input[value='M-1']").waitFor();
    expect(await brand.inputValue()).toBe("Acme");
    await title.fill("Mine");
    expect((await sendAsPage(page, "PATCH", "/products/A", { title: "Theirs" })).status).toBe(200);
    const conflict = page.getByRole("region", { name: "Someone else has changed the same fields." });
    await conflict.getByText("Theirs", { exact: true }).waitFor();
    await conflict.getByText("Mine", { exact: true }).waitFor();
    expect(await violationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.locator("[data-conflicts]:focus").waitFor();
    expect((await sendAsPage(page, "GET", "/products/A")).json.title).toBe("Theirs");
    await conflict.getByRole("button", { name: "Keep yours: Title" }).click();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Product saved.").waitFor();
    expect((await sendAsPage(page, "GET", "/products/A")).json).toMatchObject({
      title: "Mine",
      brand: "Acme",
      mpn: "M-1",
    });
    await open("/products/new");
    await page.getByRole("textbox", { name: "SKU" }).fill("A");
    await page.getByRole("textbox", { name: "Title" }).fill("Again");
    await page.getByRole("textbox", { name: "Price", exact: true }).fill("1");
    await page.getByRole("combobox", { name: "Currency" }).fill("USD");
    await page.getByRole("button", { name: "Add product" }).click();
    await page.getByText("A product with this SKU already exists").waitFor();
    await leave();
  });

  test("that are being edited are not left without a question, and what was typed survives a reload", async () => {
    const { page, open, leave } = await site.newOwner();
    const product = { sku: "A", title: "First", price_amount: 1, price_currency: "USD", availability: "in_stock" };
    await open("/products");
    expect((await sendAsPage(page, "POST", "/products", product)).status).toBe(201);
    await page.getByRole("link", { name: "A", exact: true }).click();
    const title = page.getByRole("textbox", { name: "Title" });
    await title.fill("Typed");
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    const leavings = [
      () => page.getByRole("link", { name: "Home" }).click(),
      () => page.evaluate("history.back()"),
      () => page.getByRole("link", { name: "Channels" }).first().click(),
    ];
    for (const tryToLeave of leavings) {
      await tryToLeave();
      await question.waitFor();
      await question.getByRole("button", { name: "Stay" }).click();
      await question.waitFor({ state: "detached" });
      expect([await title.inputValue(), new URL(page.url()).pathname]).toEqual(["Typed", "/products/A"]);
    }
    const asked = page.waitForEvent("dialog");
    await Promise.all([asked, page.reload()]);
    expect((await asked).type()).toBe("beforeunload");
    await page.getByText("What you typed before is here again.").waitFor();
    expect(await title.inputValue()).toBe("Typed");
    expect(await violationsEverywhere(page)).toEqual([]);
    await page.getByRole("button", { name: "Discard my changes" }).click();
    expect(await title.inputValue()).toBe("First");
    await title.fill("Typed again");
    await page.getByRole("link", { name: "Home" }).click();
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await open("/products/A");
    await title.waitFor();
    expect(await title.inputValue()).toBe("First");
    await leave();
  });

  test("by the thousand are rendered with few rows in the DOM", async () => {
    const { page, open, faults, leave } = await site.newOwner();
    await open("/products");
    const items = Array.from({ length: 1000 }, (_, i) => ({
      sku: `S-${String(i).padStart(4, "0")}`,
      title: `Shirt ${i}`,
      price_amount: 5,
      price_currency: "EUR",
      availability: "in_stock",
    }));
    expect((await sendAsPage(page, "POST", "/products/batch", { items })).status).toBe(200);
    await open("/products");
    await page.getByRole("link", { name: "S-0000" }).waitFor();
    for (let seen = 0; (await page.getByRole("link", { name: "S-0999" }).count()) === 0 && seen < 60; seen++) {
      await page.mouse.wheel(0, 6000);
      await page.evaluate("new Promise(requestAnimationFrame)");
      await page.getByText("Loading …").waitFor({ state: "detached" });
    }
    await page.getByRole("link", { name: "S-0999" }).waitFor();
    expect(await page.getByRole("row").count()).toBeLessThan(ROWS_IN_DOM_MAX);
    expect(await faults()).toEqual([]);
    await leave();
  });
});

test("a webhook endpoint is created with its secret shown once, tested, its delivery sent again, and deleted", async () => {
  const { page, open, faults, leave } = await site.newOwner();
  await open("/webhooks");
  await page.getByRole("button", { name: "Create endpoint" }).first().click();
  await page.getByRole("textbox", { name: "URL" }).fill(sink.url);
  await page.getByRole("checkbox", { name: "product.created" }).check();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Create endpoint" }).click();
  const shown = page.getByRole("textbox", { name: "Secret" });
  await shown.waitFor();
  expect(await shown.inputValue()).toMatch(/^whsec_/);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("link", { name: sink.url }).click();
  await page.getByRole("button", { name: "Send test event" }).click();
  const delivery = page.getByRole("row", { name: /dlv_.*Delivered/ });
  await delivery.waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await delivery.getByRole("link").click();
  await page.getByRole("heading", { name: /^Attempt 1/ }).waitFor();
  await page.getByText("webhook.test").first().waitFor();
  await page.getByRole("button", { name: "Send again" }).click();
  await page.getByRole("heading", { name: /^Attempt 2/ }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "View endpoint" }).click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Rotate secret" }).click();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("textbox", { name: "Secret" }).waitFor();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Recover missed events" }).click();
  await page.getByRole("button", { name: "Recover events" }).click();
  await page.getByRole("region", { name: "Recoveries" }).waitFor();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete endpoint" }).click();
  await page.getByRole("button", { name: "Delete endpoint" }).click();
  await page.getByText("No endpoints yet").waitFor();
  expect(await faults()).toEqual([]);
  await leave();
});

test("a closed dialog restores the focus to its opener, or to the page if the opener is gone", async () => {
  const { page, open, leave } = await site.newOwner();
  const focused = page.locator("*:focus");
  await open("/webhooks");
  const { json } = await sendAsPage(page, "POST", "/webhook-endpoints", { url: sink.url, event_types: ["*"] });
  await open(`/webhooks/${json.id}`);
  for (const name of ["Recover missed events", "Delete endpoint"]) {
    await page.getByRole("button", { name: "More" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name }).focus();
    await page.keyboard.press("Enter");
    await page.locator("[role=dialog], [role=alertdialog]").waitFor();
    await page.keyboard.press("Escape");
    await focused.and(page.getByRole("button", { name: "More" })).waitFor();
  }
  await open("/api-keys");
  await page.getByRole("button", { name: "Create API key" }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Name", { exact: true }).fill("Shop system");
  const question = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  const discarding = [() => page.keyboard.press("Escape"), () => page.mouse.click(2, 2)];
  for (const tryToClose of discarding) {
    await tryToClose();
    expect(await violationsOf(page)).toEqual([]);
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "detached" });
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Shop system");
  }
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await focused.and(page.getByRole("button", { name: "Create API key" }).first()).waitFor();
  expect((await sendAsPage(page, "POST", "/api-keys", { name: "Shop system" })).status).toBe(201);
  await open("/api-keys");
  await page.getByRole("button", { name: "Delete Shop system" }).click();
  await page.getByRole("button", { name: "Delete key" }).click();
  await page.getByText("Key Shop system deleted.").waitFor();
  await focused.and(page.locator("#content, #content *")).waitFor();
  await leave();
});

test("a person is invited with a link that is shown once; the viewer sees only permitted actions, changes role and is removed", async () => {
  const owner = await site.newOwner();
  const { page } = owner;
  const guest = await site.browser.newPerson(site.deployment.baseUrl);
  await owner.open("/members");
  await page.getByRole("button", { name: "Invite member" }).click();
  await page.getByRole("textbox", { name: "Email address" }).fill(guest.email);
  await page.getByRole("combobox", { name: "Role" }).selectOption("viewer");
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Send invitation" }).click();
  const link = page.getByRole("textbox", { name: "Link" });
  await link.waitFor();
  const url = await link.inputValue();
  await page.getByRole("button", { name: "I have stored it" }).click();
  await page.getByRole("row", { name: new RegExp(guest.email) }).waitFor();

  await guest.signUp("Theirs");
  await guest.page.goto(url);
  await guest.page.getByRole("button", { name: /Accept|Join/ }).click();
  await guest.page.waitForURL((at) => at.pathname === "/");
  await guest.page.goto(`${site.deployment.baseUrl}/products`);
  await guest.page.getByText("No products yet").waitFor();
  expect(await guest.page.getByRole("link", { name: "Add product" }).count()).toBe(0);
  expect(await guest.page.getByRole("link", { name: "Audit log" }).count()).toBe(0);

  await owner.open("/members");
  await page
    .getByRole("button", { name: /^Change role of/ })
    .last()
    .click();
  await page.getByRole("combobox", { name: "Role" }).selectOption("editor");
  await page.getByRole("button", { name: "Change role" }).click();
  await page.getByRole("cell", { name: "editor" }).waitFor();
  await guest.page.reload();
  await guest.page.getByRole("link", { name: "Add product" }).first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page
    .getByRole("button", { name: /^Remove/ })
    .last()
    .click();
  const review = page.getByRole("alertdialog").getByRole("link", { name: "View what they did" });
  expect(await review.getAttribute("href")).toMatch(/^\/audit-log\?actor_id=usr_/);
  await page.getByRole("button", { name: "Remove member" }).click();
  await page.getByRole("cell", { name: "editor" }).waitFor({ state: "detached" });

  await owner.open("/audit-log");
  await page.getByRole("combobox", { name: "Action" }).selectOption("member.removed");
  // The removed member is shown with the name from the entry.
  const removed = page.getByRole("row", { name: /Member removed.*Ada.*removed.*Ada/ });
  await removed.waitFor();
  expect(await page.getByRole("row", { name: /nvit/ }).count()).toBe(0);
  expect(await brokenWords(page)).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
  await removed.getByRole("button", { name: /^Details/ }).click();
  await page.getByRole("dialog").getByText("Mozilla").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "All actions on it" }).click();
  await page.getByText("Showing only actions on").waitFor();
  await page.getByRole("combobox", { name: "Action" }).selectOption("");
  await page.getByRole("row", { name: /Member updated/ }).waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("row", { name: /Person invited/ }).waitFor();
  await page.getByRole("combobox", { name: "Done by" }).selectOption({ label: `Ada, ${owner.email}` });
  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await page.getByText("No actions match").waitFor();
  expect(await owner.faults()).toEqual([]);
  await guest.leave();
  await owner.leave();
});
