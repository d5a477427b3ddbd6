import { beforeAll, expect, test } from "@jest/globals";
import { type Route, writes } from "@skucast/contracts/define-route";
import { denialReason } from "@skucast/contracts/refusal-reason";
import type { Role } from "@skucast/contracts/roles";
import { ROUTES } from "@skucast/contracts/routes";
import { API_BASE_PATH } from "@skucast/contracts/service";
import type { Me } from "@skucast/contracts/workspaces/routes";
import { deploymentWithBrowser } from "./deployment-with-browser.js";
import { fillEveryPage, PATHS, PRODUCT_SKU, pathWithIds } from "./every-page.js";
import type { Person } from "./person.js";
import { pressEverything } from "./press-everything.js";
import { sendAsPage } from "./send-as-page.js";
import { violationsOf } from "./violations-of.js";

const MEMBERS = {
  admin: ["admin", false],
  editor: ["editor", false],
  viewer: ["viewer", false],
  "restricted editor": ["editor", true],
  "restricted viewer": ["viewer", true],
} as const satisfies Record<string, readonly [Role, boolean]>;
/** The members of the workspace, by role and restriction. */
export type MemberName = keyof typeof MEMBERS | "owner";
const NAMES = ["owner", ...Object.keys(MEMBERS)] as MemberName[];
/** The first step of a set-up stands for the others, and a section of settings that does not exist has nothing to press. */
const PAGES = PATHS.filter((path) => !/step=(?:login|host_key|test)|nothing$/.test(path));
/**
 * Not tested: switching the session's workspace and language, deleting a destination, which fails for everyone while it
 * is in use, and what only owners may do, which no scope expresses (deletion.int.test.ts, workspace-transfers.int.test.ts
 * and single-sign-on.int.test.ts test it).
 */
const NOT_TESTED = new Set([
  "switchWorkspace",
  "updateMe",
  "deleteDestination",
  "requestWorkspaceDeletion",
  "cancelWorkspaceDeletion",
  "transferOwnership",
  "startWorkspaceExport",
  "startWorkspaceImport",
  "putSingleSignOn",
  "deleteSingleSignOn",
]);

/**
 * The dashboard shows no action that the service forbids, and the service forbids what the contracts say. On the
 * page at an index, the members in `pressingOn` click everything.
 */
export function describeDashboardRights(pressingOn: (pageIndex: number) => readonly MemberName[]): void {
  const site = deploymentWithBrowser();
  const people = new Map<MemberName, Person>();
  /** One id of each kind, by its prefix. */
  let ids: Readonly<Record<string, string>>;

  beforeAll(async () => {
    ids = await fill();
    people.set("owner", await site.demoOwner());
    for (const [name, [role, isRestricted]] of Object.entries(MEMBERS)) {
      people.set(name as MemberName, await newMember(role, isRestricted));
    }
  });

  /** Creates one resource of each kind in the demo workspace, which has one channel. */
  async function fill(): Promise<Record<string, string>> {
    const api = site.deployment.api();
    const create = async (path: string, body: unknown) => String((await api.call("POST", path, body)).id);
    const { dst: pushed, ...shown } = await fillEveryPage(site.deployment);
    const since = new Date(Date.now() - 60_000).toISOString();
    const rec = await create(`/webhook-endpoints/${shown.whe}/recover`, { since });
    const host = { host: "sftp.partner.example", username: "acme" };
    const dst = await create("/destinations", { name: "Partner", ...host, auth: { type: "public_key" } });
    const pushes = [pushed, dst].map((destination_id) => ({ type: "sftp_push", destination_id }));
    const deliveries = [...pushes, { type: "https_pull" }];
    await api.call("PATCH", `/feeds/${shown.feed}`, { deliveries });
    const pull = await create(`/feeds/${shown.feed}/pull-credentials`, { name: "Partner", type: "https_pull" });
    const key = await create("/api-keys", { name: "Shop" });
    const columns = [{ name: "id", type: "text", from: "sku", required: true }];
    const body = { name: "custom_rights", title: "Rights", formats: ["csv"], columns };
    const profile = String((await api.call("POST", "/channel-profiles", body)).name);
    return { ...shown, dst, rec, pull, key, profile };
  }

  /** A member who was invited and has joined. */
  async function newMember(role: Role, isRestricted: boolean): Promise<Person> {
    const person = await site.browser.newPerson(site.deployment.baseUrl);
    const restriction = isRestricted ? { channel_ids: [ids.ch] } : {};
    const invitation = { email: person.email, role, ...restriction };
    const { url } = await site.deployment.api().call("POST", "/invitations", invitation);
    await person.signUp("Theirs");
    await person.page.goto(String(url));
    await person.page.getByRole("button", { name: /Accept|Join/ }).click();
    await person.page.waitForURL((at) => at.pathname === "/");
    await person.page.getByRole("heading", { level: 1 }).waitFor();
    return person;
  }

  const of = (name: MemberName): Person => {
    const person = people.get(name);
    if (!person) throw new Error(`no member named ${name}`);
    return person;
  };

  const meOf = async (name: MemberName): Promise<Me> => {
    const { json } = await sendAsPage(of(name).page, "GET", "/me");
    return json as unknown as Me;
  };

  /** Replaces example ids by ids of existing resources. */
  const withIds = (text: string, me: Me): string =>
    text
      .replace(/\b([a-z]+)_01jd0+\b/g, (id, kind: string) => ids[kind] ?? id)
      .replaceAll("{user_id}", me.user_id ?? "");

  const KIND_OF_PARAM: Readonly<Record<string, string>> = {
    channel_id: "ch",
    profile_id: "profile",
    lookup_table_id: "lkt",
    feed_id: "feed",
    run_id: "run",
    destination_id: "dst",
    endpoint_id: "whe",
    source_id: "src",
    delivery_id: "dlv",
    recovery_id: "rec",
    pull_credential_id: "pull",
    invitation_id: "inv",
    api_key_id: "key",
  };

  /** Whether the service forbids a member a write, with 403 or by hiding the resource with 404. */
  async function isForbiddenByService(name: MemberName, route: Route, me: Me): Promise<boolean> {
    const path = withIds(route.path, me)
      .replace("{sku}", PRODUCT_SKU)
      .replace(/\{(\w+)\}/g, (param, kind: string) => ids[KIND_OF_PARAM[kind] ?? ""] ?? param);
    const body = route.upload
      ? `sku\n${PRODUCT_SKU}\n`
      : route.example !== undefined && withIds(JSON.stringify(route.example), me);
    const status = await of(name).page.evaluate(
      async ([method, url, text, type]) => {
        const headers = { "Content-Type": String(type) };
        return (await fetch(String(url), { method: String(method), headers, ...(text ? { body: text } : {}) })).status;
      },
      [
        route.method,
        `${API_BASE_PATH}${path}${route.reads ? "" : "?validate_only=true"}`,
        body,
        route.upload ? "text/csv" : "application/json",
      ] as const,
    );
    return status === 403 || status === 404;
  }
  const MISSING = /\{(import|connected_app)_id\}/;
  const TESTED: readonly Route[] = Object.values<Route>(ROUTES).filter(
    (route) => (writes(route) || route.reads) && !MISSING.test(route.path) && !NOT_TESTED.has(route.id),
  );

  test.each(NAMES)("the service forbids the %s exactly what the contracts say", async (name) => {
    const me = await meOf(name);
    const said = [];
    const found = [];
    for (const route of TESTED) {
      if (denialReason(route, me) !== null) said.push(route.id);
      if (await isForbiddenByService(name, route, me)) found.push(route.id);
    }
    expect(found).toEqual(said);
  });

  const presses = NAMES.flatMap((name) =>
    PAGES.filter((_, pageIndex) => pressingOn(pageIndex).includes(name)).map((place) => [name, place] as const),
  );

  test.each(presses)("the %s sees no action on %s that the service forbids", async (name, place) => {
    const url = site.deployment.baseUrl + pathWithIds(place, ids);
    const { page } = of(name);
    const me = await meOf(name);
    const { routes, refused } = await pressEverything(page, url);
    const isForbidden = (id: string | null) => {
      const route = Object.values<Route>(ROUTES).find((each) => each.id === id);
      return route === undefined || denialReason(route, me) !== null;
    };
    expect({ refused, offered: [...routes].filter(isForbidden) }).toEqual({ refused: [], offered: [] });
  });

  test.each([
    ["viewer", "/products/new", "You are a viewer."],
    ["viewer", "/imports/new", "You are a viewer."],
    ["editor", "/audit-log", "You are an editor."],
    ["restricted editor", "/destinations/new", "You have access to some channels"],
    ["restricted editor", "/webhooks", "You have access to some channels"],
  ] as const)("the %s who opens %s sees why not, and who can", async (name, path, sentence) => {
    const { page } = of(name);
    await page.goto(site.deployment.baseUrl + path);
    await page.getByRole("heading", { name: "You do not have access" }).waitFor();
    await page.getByText(sentence).first().waitFor();
    await page.getByText(/^Ask an owner or admin of .+ to do this/).waitFor();
    expect(await page.locator("main form").count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  });

  test("a restricted editor can change the channel but not its selection", async () => {
    const { page } = of("restricted editor");
    await page.goto(`${site.deployment.baseUrl}/channels/${ids.ch}?tab=settings`);
    await page.getByText("you cannot choose which products this channel publishes").waitFor();
    expect(await page.getByRole("textbox", { name: "Always include (SKUs)" }).isEditable()).toBe(false);
    await page.getByRole("textbox", { name: "Name" }).fill("Renamed");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("heading", { name: "Renamed" }).waitFor();
  });
}
