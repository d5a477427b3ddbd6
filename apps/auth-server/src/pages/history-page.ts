import type { AccountAction, SignInMethod } from "@skucast/contracts/accounts/account-actions";
import { html } from "@skucast/http-kit/html";
import { currentLanguage, texts } from "../language/request-language.js";
import { cleanText } from "./clean-text.js";
import { formatMinute } from "./format-minute.js";
import { page } from "./page.js";

export interface HistoryEntry {
  readonly action: string;
  readonly method: string | null;
  /** What changed, for example the name of a passkey or an address. */
  readonly detail: string | null;
  readonly device: string;
  readonly ip: string | null;
  readonly at: Date;
}

/** The security history of an account. */
export const historyPage = (entries: readonly HistoryEntry[], shownMax: number): string =>
  page({
    isSignedIn: true,
    title: texts().history.title,
    isWide: true,
    body: html`<div class="sheet"><h1>${texts().history.title}</h1>
<p>${texts().history.sentence}</p>
<ul class="rows">${entries.map(
      (entry) => html`<li><p><strong>${actionText(entry.action)}</strong>${[methodText(entry.method), entry.detail]
        .filter((each) => each !== null)
        .map((each) => html` · ${cleanText(each, DETAIL_LENGTH_MAX)}`)}<br>
<span class="soft">${entry.device} · ${entry.ip ?? texts().account.unknownIp} · <time datetime="${entry.at.toISOString()}">${formatMinute(entry.at, currentLanguage())}</time></span></p></li>`,
    )}</ul>
${entries.length === shownMax && html`<p class="soft">${texts().history.latest(shownMax)}</p>`}
<p class="soft">${texts().history.workspaces}</p>
<div class="actions"><a class="button quiet" href="/account">${texts().forms.backToAccount}</a></div></div>`,
  });

const DETAIL_LENGTH_MAX = 254;

/** A later version may have recorded other actions. */
function actionText(action: string): string {
  const { actions, unknown } = texts().history;
  return Object.hasOwn(actions, action) ? actions[action as AccountAction] : unknown;
}

function methodText(method: string | null): string | null {
  const { methods } = texts().history;
  return method !== null && Object.hasOwn(methods, method) ? methods[method as SignInMethod] : null;
}
