import type { ApiKey } from "@skucast/contracts/api-keys/api-key";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { EmptyState } from "../../components/empty-state.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { CheckField } from "../../forms/field.js";
import { texts } from "../../texts/texts.js";
import { DeleteKey } from "./delete-key.js";

const words = texts.apiKeys;

/** The workspace's API keys; deleted and expired ones only on request. */
export function ApiKeyList({ onNew }: { readonly onNew: () => void }) {
  const [showsDeleted, setShowsDeleted] = useState(false);
  const [selected, setSelected] = useState<ApiKey | null>(null);
  const keys = useApiList("listApiKeys", { query: showsDeleted ? {} : { status: "active" } });
  const columns = [...COLUMNS, actionColumn(setSelected)];
  return (
    <>
      <CheckField label={words.showDeleted} isChecked={showsDeleted} onChecked={setShowsDeleted} />
      <PagedTable
        list={keys}
        caption={words.listCaption}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={words.empty.title} action={<Button onClick={onNew}>{words.newKey}</Button>}>
            <p>{words.empty.sentence}</p>
          </EmptyState>
        }
      />
      {selected && <DeleteKey apiKey={selected} onClose={() => setSelected(null)} />}
    </>
  );
}

const COLUMNS: readonly Column<ApiKey>[] = [
  { key: "name", title: words.columns.name, isRowHeader: true, cell: ({ name }) => name },
  {
    key: "key",
    title: words.columns.key,
    isStackedOnNarrow: true,
    cell: ({ prefix, last_four }) => (
      <code>
        {prefix}…{last_four}
      </code>
    ),
  },
  { key: "access", title: words.columns.access, isHiddenOnNarrow: true, cell: (key) => <Access apiKey={key} /> },
  {
    key: "expires",
    title: words.columns.expires,
    isHiddenOnNarrow: true,
    cell: ({ expires_at }) => (expires_at ? <RelativeTime at={expires_at} /> : words.limits.never),
  },
  {
    key: "created",
    title: words.columns.created,
    isHiddenOnNarrow: true,
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
  {
    key: "used",
    title: words.columns.lastUsed,
    cell: ({ last_used_at }) => (last_used_at ? <RelativeTime at={last_used_at} /> : words.neverUsed),
  },
  {
    key: "status",
    title: words.columns.status,
    isHiddenOnNarrow: true,
    cell: ({ status }) => <Badge tone={status === "active" ? "good" : "plain"}>{words.statuses[status]}</Badge>,
  },
];

/** A key's permissions and channels. */
function Access({ apiKey: { scopes, channels, management_ended_at: managementEndedAt } }: { readonly apiKey: ApiKey }) {
  return (
    <>
      {scopes === null ? (
        words.limits.accesses.everything
      ) : (
        <span className="scopes">
          {scopes.map((scope) => (
            <code key={scope}>{scope}</code>
          ))}
        </span>
      )}
      {managementEndedAt && (
        <>
          <br />
          <span className="soft">{words.limits.managementEnded}</span>
        </>
      )}
      {channels !== null && (
        <>
          <br />
          <span className="soft">{words.limits.inChannels(channels.length)}</span>
        </>
      )}
    </>
  );
}

const actionColumn = (onDelete: (key: ApiKey) => void): Column<ApiKey> => ({
  key: "act",
  title: <span className="visually-hidden">{words.columns.act}</span>,
  align: "end",
  cell: (key) =>
    key.status === "active" && (
      <Button kind="quiet" aria-label={words.deleteNamed(key.name)} onClick={() => onDelete(key)}>
        {words.delete}
      </Button>
    ),
});
