import type { ApiKey } from "@skucast/contracts/api-keys/api-key";
import { useState } from "react";
import { usePages } from "../../api/use-pages.js";
import { CheckField } from "../../forms/field.js";
import { Badge } from "../../parts/badge.js";
import { Button } from "../../parts/button.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Listing } from "../../parts/listing.js";
import { Moment } from "../../parts/moment.js";
import type { Column } from "../../parts/table.js";
import { texts } from "../../texts/texts.js";
import { DeleteKey } from "./delete-key.js";

const words = texts.apiKeys;

/** The keys of the workspace, those that work first asked for alone. */
export function ApiKeyList({ onNew }: { readonly onNew: () => void }) {
  const [showsDeleted, setShowsDeleted] = useState(false);
  const [leaving, setLeaving] = useState<ApiKey | null>(null);
  const keys = usePages("listApiKeys", { query: showsDeleted ? {} : { status: "active" } });
  const columns = [...COLUMNS, actColumn(setLeaving)];
  return (
    <>
      <CheckField label={words.showDeleted} isChecked={showsDeleted} onChecked={setShowsDeleted} />
      <Listing
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
      {leaving && <DeleteKey apiKey={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

const COLUMNS: readonly Column<ApiKey>[] = [
  { key: "name", title: words.columns.name, isHead: true, cell: ({ name }) => name },
  {
    key: "key",
    title: words.columns.key,
    isLine: true,
    cell: ({ prefix, last_four }) => (
      <code>
        {prefix}…{last_four}
      </code>
    ),
  },
  { key: "access", title: words.columns.access, isExtra: true, cell: (key) => <Access apiKey={key} /> },
  {
    key: "expires",
    title: words.columns.expires,
    isExtra: true,
    cell: ({ expires_at }) => (expires_at ? <Moment at={expires_at} /> : words.limits.never),
  },
  {
    key: "created",
    title: words.columns.created,
    isExtra: true,
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
  {
    key: "used",
    title: words.columns.lastUsed,
    cell: ({ last_used_at }) => (last_used_at ? <Moment at={last_used_at} /> : words.neverUsed),
  },
  {
    key: "status",
    title: words.columns.status,
    isExtra: true,
    cell: ({ status }) => <Badge tone={status === "active" ? "good" : "plain"}>{words.statuses[status]}</Badge>,
  },
];

/** What a key may do, as far as it was limited. */
function Access({ apiKey: { scopes, channels } }: { readonly apiKey: ApiKey }) {
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
      {channels !== null && (
        <>
          <br />
          <span className="soft">{words.limits.inChannels(channels.length)}</span>
        </>
      )}
    </>
  );
}

const actColumn = (onDelete: (key: ApiKey) => void): Column<ApiKey> => ({
  key: "act",
  title: <span className="unseen">{words.columns.act}</span>,
  align: "end",
  cell: (key) =>
    key.status === "active" && (
      <Button kind="quiet" aria-label={words.deleteNamed(key.name)} onClick={() => onDelete(key)}>
        {words.delete}
      </Button>
    ),
});
