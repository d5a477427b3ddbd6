import type { Feed } from "@skucast/contracts/feeds/feed";
import type { PullCredential, PullCredentialCreated } from "@skucast/contracts/pull-credentials/pull-credential";
import { useState } from "react";
import { useApiList } from "../../api/use-api-list.js";
import { Badge } from "../../components/badge.js";
import { boundText } from "../../components/bound-note.js";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { ConfirmAction } from "../../components/confirm-action.js";
import { PagedTable } from "../../components/paged-table.js";
import { RelativeTime } from "../../components/relative-time.js";
import type { Column } from "../../components/table.js";
import { texts } from "../../texts/texts.js";
import { lacksPullAccess, pullTypesOf } from "./lacks-pull-access.js";
import { NewPullCredential } from "./new-pull-credential.js";
import { PullSecret } from "./pull-secret.js";

const words = texts.feeds.pulls;

interface PullCredentialsProps {
  readonly feed: Feed;
  readonly canWrite: boolean;
}

/** The feed's pull credentials; nothing for a feed that cannot be fetched. */
export function PullCredentials({ feed, canWrite }: PullCredentialsProps) {
  const [isNew, setIsNew] = useState(false);
  const [created, setCreated] = useState<PullCredentialCreated | null>(null);
  const [asked, setAsked] = useState<PullCredential | null>(null);
  const types = pullTypesOf(feed);
  const credentials = useApiList("listPullCredentials", { params: { feed_id: feed.id } });
  if (types.length === 0 && credentials.entries.length === 0) return null;
  return (
    <Card
      title={words.title}
      actions={
        canWrite &&
        types.length > 0 && (
          <Button kind="quiet" onClick={() => setIsNew(true)}>
            {words.newOne}
          </Button>
        )
      }
    >
      {lacksPullAccess(feed, credentials.entries) && <p className="note warn">{words.none}</p>}
      <p className="soft">{words.lead}</p>
      <PagedTable
        list={credentials}
        caption={words.caption}
        columns={canWrite ? [...COLUMNS, revokeColumn(setAsked)] : COLUMNS}
        keyOf={({ id }) => id}
        empty={null}
      />
      {isNew && (
        <NewPullCredential feedId={feed.id} types={types} onCreated={setCreated} onClose={() => setIsNew(false)} />
      )}
      {created && <PullSecret created={created} onClose={() => setCreated(null)} />}
      {asked && <RevokePullCredential credential={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

interface RevokePullCredentialProps {
  readonly credential: PullCredential;
  readonly onClose: () => void;
}

const RevokePullCredential = ({ credential: { id, name }, onClose }: RevokePullCredentialProps) => (
  <ConfirmAction
    route="revokePullCredential"
    request={{ params: { pull_credential_id: id } }}
    title={words.revokeTitle(name)}
    effect={<p>{words.revokeEffect}</p>}
    actionLabel={words.revoke}
    done={words.revoked(name)}
    onClose={onClose}
  />
);

const COLUMNS: readonly Column<PullCredential>[] = [
  {
    key: "name",
    title: words.columns.name,
    isRowHeader: true,
    cell: ({ name, bound_to: boundTo }) => (
      <>
        {name}
        {boundTo !== null && <p className="soft">{boundText(boundTo)}</p>}
      </>
    ),
  },
  { key: "type", title: words.columns.type, cell: ({ type }) => texts.feeds.one.pullTypes[type] },
  {
    key: "secret",
    title: words.columns.secret,
    isHiddenOnNarrow: true,
    cell: ({ last_four: four }) => (four === null ? words.byKey : <code>{words.ends(four)}</code>),
  },
  {
    key: "used",
    title: words.columns.used,
    isHiddenOnNarrow: true,
    cell: ({ last_used_at: at }) => (at ? <RelativeTime at={at} /> : texts.general.never),
  },
  {
    key: "status",
    title: words.columns.status,
    cell: ({ status }) => <Badge tone={status === "active" ? "good" : "plain"}>{words.statuses[status]}</Badge>,
  },
];

const revokeColumn = (onAsk: (credential: PullCredential) => void): Column<PullCredential> => ({
  key: "act",
  title: <span className="visually-hidden">{words.columns.act}</span>,
  align: "end",
  cell: (credential) =>
    credential.status === "active" && (
      <Button kind="quiet" aria-label={words.revokeOf(credential.name)} onClick={() => onAsk(credential)}>
        {words.revoke}
      </Button>
    ),
});
