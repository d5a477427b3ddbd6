/** What a page answered. */
export interface BrowserPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Path (or address) of a redirect. */
  readonly location: string | null;
}

export interface SentForm {
  /** Path that the form is sent to; picks the form of the page as well. */
  readonly action: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser without scripts: keeps cookies, sends forms with their hidden fields, says where a request comes from. */
export interface Browser {
  readonly origin: string;
  readonly cookies: Map<string, string>;
  ask(method: string, path: string): Promise<BrowserPage>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<BrowserPage>;
  /** Sends fields as they are, as a form of this origin would. */
  post(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<BrowserPage>;
  /** Opens the page, fills its form in and sends it. */
  fill(path: string, form: SentForm): Promise<BrowserPage>;
}

const ORDINARY = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" };
const FROM_HERE = { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" };

/** `origin` is asked before each request: behind one address there may be several servers. */
export function openBrowser(origin: string | (() => string)): Browser {
  const originOf = typeof origin === "string" ? () => origin : origin;
  const cookies = new Map<string, string>();

  async function send(path: string, init: RequestInit): Promise<BrowserPage> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...ORDINARY, ...(cookie !== "" && { Cookie: cookie }), ...init.headers };
    const signal = AbortSignal.timeout(120_000);
    const response = await fetch(`${originOf()}${path}`, { ...init, headers, redirect: "manual", signal });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    const { status, headers: answered } = response;
    return { status, headers: answered, text: await response.text(), location: answered.get("location") };
  }

  const get: Browser["get"] = (path, headers = {}) => send(path, { method: "GET", headers });
  const post: Browser["post"] = (path, fields, headers = {}) =>
    send(path, { method: "POST", body: new URLSearchParams(fields), headers: { ...FROM_HERE, ...headers } });
  return {
    get origin() {
      return originOf();
    },
    cookies,
    ask: (method, path) => send(path, { method }),
    get,
    post,
    fill: async (path, { action, fields = {}, headers = {} }) => {
      const page = await get(path);
      return post(action, { ...hiddenFields(page.text, action), ...fields }, headers);
    },
  };
}

/** The hidden fields of the page's first form that is sent to the path. */
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
  const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
  const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice("expires=".length);
  if (expires !== undefined && Date.parse(expires) < Date.now()) cookies.delete(name);
  else cookies.set(name, value);
}
