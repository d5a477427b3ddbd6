import type { ConnectedApp } from "@skucast/contracts/connected-apps/connected-app";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { Button } from "../../parts/button.js";
import { CopyButton } from "../../parts/copy-button.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Listing } from "../../parts/listing.js";
import { Moment } from "../../parts/moment.js";
import { Page } from "../../parts/page.js";
import type { Column } from "../../parts/table.js";
import { texts } from "../../texts/texts.js";
import { ApiKeysTabs } from "./api-keys-tabs.js";
import { DisconnectApp } from "./disconnect-app.js";

const words = texts.apiKeys.apps;
const MCP_PATH = "/mcp";

/** The apps that act for people in this workspace: all of them for who manages it, else one's own. */
export function ConnectedAppsPage() {
  const [leaving, setLeaving] = useState<ConnectedApp | null>(null);
  const apps = usePages("listConnectedApps", {});
  const address = window.location.origin + MCP_PATH;
  return (
    <Page title={words.title} lead={words.lead}>
      <ApiKeysTabs />
      <Listing
        list={apps}
        caption={words.caption}
        columns={[...COLUMNS, actColumn(setLeaving)]}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title} action={<CopyButton text={address} />}>
            <p>{words.empty.sentence}</p>
            <p>
              {words.address}: <code>{address}</code>
            </p>
          </EmptyState>
        }
      />
      {leaving && <DisconnectApp app={leaving} onClose={() => setLeaving(null)} />}
    </Page>
  );
}

const COLUMNS: readonly Column<ConnectedApp>[] = [
  {
    key: "app",
    title: words.columns.app,
    isHead: true,
    cell: ({ redirect_host, name }) => (
      <>
        <strong>{redirect_host}</strong>
        <br />
        <span className="soft">“{name}”</span>
      </>
    ),
  },
  { key: "person", title: words.columns.person, cell: ({ user }) => user.email ?? user.id },
  {
    key: "scopes",
    title: words.columns.scopes,
    isLine: true,
    cell: ({ scopes }) => (
      <span className="scopes">
        {scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </span>
    ),
  },
  {
    key: "connected",
    title: words.columns.connected,
    isExtra: true,
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
  {
    key: "used",
    title: words.columns.lastUsed,
    isExtra: true,
    cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} /> : texts.apiKeys.neverUsed),
  },
];

const actColumn = (onRevoke: (app: ConnectedApp) => void): Column<ConnectedApp> => ({
  key: "act",
  title: <span className="unseen">{words.columns.act}</span>,
  align: "end",
  cell: (app) => (
    <Button kind="quiet" aria-label={words.revokeNamed(app.redirect_host)} onClick={() => onRevoke(app)}>
      {words.revoke}
    </Button>
  ),
});
