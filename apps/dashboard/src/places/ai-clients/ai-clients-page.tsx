import { Link } from "@tanstack/react-router";
import { CopyButton } from "../../parts/copy-button.js";
import { JsonText } from "../../parts/json-text.js";
import { Page } from "../../parts/page.js";
import { Sheet } from "../../parts/sheet.js";
import { texts } from "../../texts/texts.js";

const words = texts.aiClients;
const MCP_PATH = "/mcp";

/** What to paste where, client by client. */
export function AiClientsPage() {
  const address = window.location.origin + MCP_PATH;
  return (
    <Page title={words.title} lead={words.lead}>
      <Sheet title={words.address}>
        <p>{words.addressHow}</p>
        <p className="actions">
          <code>{address}</code>
          <CopyButton text={address} />
        </p>
      </Sheet>
      {words.clients.map(({ name, steps, text }) => (
        <Sheet key={name} title={name}>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {text && (
            <>
              <JsonText label={name} value={text(address)} />
              <CopyButton text={text(address)} label={words.copyFor(name)} />
            </>
          )}
        </Sheet>
      ))}
      <Sheet title={words.after}>
        <p>
          {words.afterHow} <Link to="/api-keys/connected-apps">{words.toApps}</Link>
        </p>
      </Sheet>
    </Page>
  );
}
