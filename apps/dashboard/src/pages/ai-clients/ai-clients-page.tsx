import { Link } from "@tanstack/react-router";
import { Card } from "../../components/card.js";
import { CodeBlock } from "../../components/code-block.js";
import { CopyButton } from "../../components/copy-button.js";
import { Page } from "../../components/page.js";
import { texts } from "../../texts/texts.js";

const words = texts.aiClients;
const MCP_PATH = "/mcp";

/** How to connect each AI client. */
export function AiClientsPage() {
  const address = window.location.origin + MCP_PATH;
  return (
    <Page title={words.title} lead={words.lead}>
      <Card title={words.address}>
        <p>{words.addressHow}</p>
        <p className="actions">
          <code>{address}</code>
          <CopyButton text={address} />
        </p>
      </Card>
      {words.clients.map(({ name, steps, text }) => (
        <Card key={name} title={name}>
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          {text && (
            <>
              <CodeBlock label={name} value={text(address)} />
              <CopyButton text={text(address)} label={words.copyFor(name)} />
            </>
          )}
        </Card>
      ))}
      <Card title={words.after}>
        <p>
          {words.afterHow} <Link to="/api-keys/connected-apps">{words.toApps}</Link>
        </p>
      </Card>
    </Page>
  );
}
