import type { ConnectedApp } from "@skucast/contracts/connected-apps/connected-app";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Button } from "../../components/button.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { CopyButton } from "../../components/copy-button.js";
import { EmptyState } from "../../components/empty-state.js";
import { Page } from "../../components/page.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { texts } from "../../texts/texts.js";
import { ApiKeysTabs } from "./api-keys-tabs.js";

const words = texts.apiKeys.apps;
const MCP_PATH = "/mcp";

/** The apps that act for users in this workspace. Members who do not manage it see only their own apps. */
export function ConnectedAppsPage() {
  const [selected, setSelected] = useState<ConnectedApp | null>(null);
  const apps = useApiList("listConnectedApps", {});
  const address = window.location.origin + MCP_PATH;
  return (
    <Page title={words.title} lead={words.lead}>
      <ApiKeysTabs />
      <PagedTable
        list={apps}
        caption={words.caption}
        columns={[...COLUMNS, actionColumn(setSelected)]}
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
      {selected && <DisconnectApp app={selected} onClose={() => setSelected(null)} />}
    </Page>
  );
}

const DisconnectApp = ({ app, onClose }: { readonly app: ConnectedApp; readonly onClose: () => void }) => (
  <ConfirmAction
    route="revokeConnectedApp"
    request={{ params: { connected_app_id: app.id } }}
    title={words.remove.title(app.redirect_host)}
    effect={<p>{words.remove.effect}</p>}
    actionLabel={words.remove.act}
    done={words.remove.done(app.redirect_host)}
    onClose={onClose}
  />
);

const COLUMNS: readonly Column<ConnectedApp>[] = [
  {
    key: "app",
    title: words.columns.app,
    isRowHeader: true,
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
    isStackedOnNarrow: true,
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
    isHiddenOnNarrow: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    key: "used",
    title: words.columns.lastUsed,
    isHiddenOnNarrow: true,
    cell: ({ last_used_at }) => (last_used_at ? <RelativeTime at={last_used_at} /> : texts.apiKeys.neverUsed),
  },
];

const actionColumn = (onRevoke: (app: ConnectedApp) => void): Column<ConnectedApp> => ({
  key: "act",
  title: <span className="visually-hidden">{words.columns.act}</span>,
  align: "end",
  cell: (app) => (
    <Button kind="quiet" aria-label={words.revokeNamed(app.redirect_host)} onClick={() => onRevoke(app)}>
      {words.revoke}
    </Button>
  ),
});
