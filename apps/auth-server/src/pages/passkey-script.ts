import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The script of pages with passkeys: the library, and the code that connects it to forms. A form names what it does
 * (`data-passkey`), its options (`data-options`) and its errors (`data-exists`, `data-unused`), and sends the browser's
 * response in the field `response`. Without scripts or passkeys, the form stays hidden.
 */
const GLUE = `
for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!SimpleWebAuthnBrowser.browserSupportsWebAuthn()) continue;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const note = form.querySelector("[role=alert]");
    note.textContent = "";
    const optionsJSON = JSON.parse(form.dataset.options);
    const act = form.dataset.passkey === "create" ? "startRegistration" : "startAuthentication";
    try {
      form.elements.response.value = JSON.stringify(await SimpleWebAuthnBrowser[act]({ optionsJSON }));
      HTMLFormElement.prototype.submit.call(form);
    } catch (error) {
      note.textContent = error.name === "InvalidStateError" ? form.dataset.exists : form.dataset.unused;
    }
  });
}
`;

const require = createRequire(import.meta.url);
const LIBRARY = join(dirname(require.resolve("@simplewebauthn/browser")), "../dist/bundle/index.umd.min.js");

export const PASSKEY_SCRIPT = `${readFileSync(LIBRARY, "utf8")}\n${GLUE}`;

/** The hash in the Content-Security-Policy, so that no other script runs. */
export const PASSKEY_SCRIPT_HASH = `sha256-${hash("sha256", PASSKEY_SCRIPT, "base64")}`;
