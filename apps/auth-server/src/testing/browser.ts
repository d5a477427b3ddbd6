/** The response to a page request. */
export interface BrowserPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Path or URL of a redirect. */
  readonly location: string | null;
}

export interface SentForm {
  /** Path that the form is sent to. Also selects the form of the page. */
  readonly action: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser without scripts. Keeps cookies, sends forms with their hidden fields, and sends fetch metadata headers. */
export interface Browser {
  readonly origin: string;
  readonly cookies: Map<string, string>;
  request(method: string, path: string): Promise<BrowserPage>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<BrowserPage>;
  /** Sends the fields unchanged, as a form of this origin would. */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<BrowserPage>;
  /** Opens the page, fills in its form and submits it. */
  fill(path: string, form: SentForm): Promise<BrowserPage>;
}

const DEFAULT_HEADERS = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" };
const SAME_ORIGIN_HEADERS = { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" };

/** A function as `origin` is called before each request, so that requests can go to several servers. */
export function openBrowser(origin: string | (() => string)): Browser {
  const originOf = typeof origin === "string" ? () => origin : origin;
  const cookies = new Map<string, string>();

  async function send(path: string, init: RequestInit): Promise<BrowserPage> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...DEFAULT_HEADERS, ...(cookie !== "" && { Cookie: cookie }), ...init.headers };
    const signal = AbortSignal.timeout(120_000);
    const response = await fetch(`${originOf()}${path}`, { ...init, headers, redirect: "manual", signal });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    const { status, headers: answered } = response;
    return { status, headers: answered, text: await response.text(), location: answered.get("location") };
  }

  const get: Browser["get"] = (path, headers = {}) => send(path, { method: "GET", headers });
  const post: Browser["post"] = (path, fields, headers = {}) =>
    send(path, { method: "POST", body: new URLSearchParams(fields), headers: { ...SAME_ORIGIN_HEADERS, ...headers } });
  return {
    get origin() {
      return originOf();
    },
    cookies,
    request: (method, path) => send(path, { method }),
    get,
    post,
    fill: async (path, { action, fields = {}, headers = {} }) => {
      const page = await get(path);
      return post(action, { ...hiddenFields(page.text, action), ...fields }, headers);
    },
  };
}

/** The hidden fields of the page's first form for the path. */
export function hiddenFields(page: string, action: string): Record<string, string> {
  const forms = page.split("<form ").slice(1);
  const form = forms.find((text) => unescaped(/action="([^"]*)"/.exec(text)?.[1] ?? "") === action);
  if (form === undefined) throw new Error(`the page has no form for ${action}:\n${page}`);
  const inputs = form.slice(0, form.indexOf("</form>")).match(/<input type="hidden"[^>]*>/g) ?? [];
  return Object.fromEntries(
    inputs.map((input) => [
      /name="([^"]*)"/.exec(input)?.[1] ?? "",
      unescaped(/value="([^"]*)"/.exec(input)?.[1] ?? ""),
    ]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
export const unescaped = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name] ?? "");

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split("; ");
  const name = pair.slice(0, pair.indexOf("="));
  const value = pair.slice(pair.indexOf("=") + 1);
  const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice("expires=".length);
  if (expires !== undefined && Date.parse(expires) < Date.now()) cookies.delete(name);
  else cookies.set(name, value);
}
