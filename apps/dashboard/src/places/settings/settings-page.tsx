import { useRead } from "../../api/use-read.js";
import { CopyButton } from "../../parts/copy-button.js";
import { Facts } from "../../parts/facts.js";
import { Moment } from "../../parts/moment.js";
import { Page } from "../../parts/page.js";
import { PageProblem } from "../../parts/page-problem.js";
import { Sheet } from "../../parts/sheet.js";
import { Waiting } from "../../parts/waiting.js";
import { useMay } from "../../session/use-may.js";
import { numberText } from "../../texts/format.js";
import { texts } from "../../texts/texts.js";
import { PublicDirectory } from "./public-directory.js";
import { WorkspaceForm } from "./workspace-form.js";

const words = texts.settings;

/** What holds for the whole workspace: its name, what everybody sees of it, how long what happened is kept. */
export function SettingsPage() {
  const mayWrite = useMay("updateWorkspace");
  const { data: workspace, error, refetch } = useRead("getWorkspace", {});
  if (!workspace) return error ? <PageProblem error={error} onRetry={() => void refetch()} /> : <Waiting />;
  const { history_days: history, runs_days: runs, run_files: files } = workspace.retention;
  return (
    <Page title={words.title} lead={words.lead}>
      <WorkspaceForm workspace={workspace} isOff={!mayWrite} />
      <Sheet title={words.facts.title}>
        <Facts
          facts={[
            [
              words.facts.id,
              <span key="id" className="actions">
                <code>{workspace.id}</code> <CopyButton text={workspace.id} />
              </span>,
            ],
            [words.facts.created, <Moment key="created" at={workspace.created_at} />],
          ]}
        />
      </Sheet>
      <PublicDirectory />
      <Sheet title={words.retention.title}>
        <p className="soft">{words.retention.lead}</p>
        <Facts
          facts={[
            [words.retention.history, words.retention.days(numberText(history))],
            [words.retention.runs, words.retention.days(numberText(runs))],
            [words.retention.files, words.retention.fileCount(numberText(files))],
          ]}
        />
      </Sheet>
    </Page>
  );
}
