import { useApiQuery } from "../../api/use-api-query.js";
import { Card } from "../../components/card.js";
import { CopyButton } from "../../components/copy-button.js";
import { DescriptionList } from "../../components/description-list.js";
import { Loading } from "../../components/loading.js";
import { Page } from "../../components/page.js";
import { PageError } from "../../components/page-error.js";
import { RelativeTime } from "../../components/relative-time.js";
import { useSession } from "../../session/session.js";
import { useCan } from "../../session/use-can.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { DeleteWorkspace } from "./delete-workspace.js";
import { Domains, useDomains } from "./domains.js";
import { Notifications, useNotificationSettings } from "./notifications.js";
import { PublicDirectory, useListedChannels } from "./public-directory.js";
import { Quotas, useQuotas } from "./quotas.js";
import { SignInRule } from "./sign-in-rule.js";
import { SingleSignOn } from "./single-sign-on.js";
import { TransferOwnership } from "./transfer-ownership.js";
import { Transfers } from "./transfers.js";
import { WorkspaceForm } from "./workspace-form.js";

const words = texts.settings;

/** Settings of the workspace: name, identifiers, public directory, sign-in, ownership, retention and deletion. */
export function SettingsPage() {
  const canWrite = useCan("updateWorkspace");
  const { role } = useSession();
  const { data: workspace, error, refetch } = useApiQuery("getWorkspace", {});
  const isOwner = role === "owner";
  const parts = [useNotificationSettings(), useListedChannels(), useDomains(), useQuotas()];
  if (error && !workspace) return <PageError error={error} onRetry={() => void refetch()} />;
  // Its parts appear together: one after the other, they would push each other down.
  if (!workspace || parts.some(({ isPending }) => isPending)) return <Loading />;
  const {
    history_days: history,
    deleted_products_days: deleted,
    runs_days: runs,
    imports_days: imports,
    run_files: files,
  } = workspace.retention;
  return (
    <Page title={words.title} lead={words.lead}>
      <WorkspaceForm workspace={workspace} isDisabled={!canWrite} />
      <Card title={words.facts.title}>
        <DescriptionList
          items={[
            [
              words.facts.id,
              <span key="id" className="actions">
                <code>{workspace.id}</code> <CopyButton text={workspace.id} />
              </span>,
            ],
            [words.facts.created, <RelativeTime key="created" at={workspace.created_at} />],
          ]}
        />
      </Card>
      <Notifications />
      <PublicDirectory />
      <Domains />
      <Quotas />
      {canWrite && <SignInRule workspace={workspace} />}
      {isOwner && <SingleSignOn workspaceId={workspace.id} />}
      {isOwner && <TransferOwnership />}
      {isOwner && <Transfers />}
      {isOwner && <DeleteWorkspace workspace={workspace} onChanged={() => void refetch()} />}
      <Card title={words.retention.title}>
        <p className="soft">{words.retention.lead}</p>
        <DescriptionList
          items={[
            [words.retention.history, words.retention.days(numberText(history))],
            [words.retention.deletedProducts, words.retention.days(numberText(deleted))],
            [words.retention.runs, words.retention.days(numberText(runs))],
            [words.retention.imports, words.retention.days(numberText(imports))],
            [words.retention.files, words.retention.fileCount(numberText(files))],
          ]}
        />
      </Card>
    </Page>
  );
}
