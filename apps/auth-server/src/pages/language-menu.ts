import { LANGUAGE_NAMES, LANGUAGES } from "@skucast/contracts/languages";
import { type Html, html } from "@skucast/http-kit/html";
import { currentLanguage, texts } from "../language/request-language.js";
import { formTokenField } from "./form-parts.js";

/** Path of the language menu of pages that need no session. */
export const LANGUAGE_PATH = "/sign-in/language";

export interface LanguageMenu {
  readonly formToken: string;
  /** Path of the page that is shown again. */
  readonly page: string;
}

/** The languages of pages that need no session, each by its own name. */
export const languageMenu = ({ formToken, page }: LanguageMenu): Html =>
  html`<form method="post" action="${LANGUAGE_PATH}" class="languages" aria-label="${texts().forms.language}">
${formTokenField(formToken)}
<input type="hidden" name="page" value="${page}">
${LANGUAGES.map(
  (language) => html`<button type="submit" name="language" value="${language}" lang="${language}"${
    language === currentLanguage() && html` aria-current="true"`
  }>${LANGUAGE_NAMES[language]}</button>
`,
)}</form>`;
