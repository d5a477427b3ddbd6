import { useState } from "react";
import { Button } from "../../components/button.js";
import { useNotice } from "../../components/notices.js";
import { csvText } from "../../download/csv-text.js";
import { saveFile } from "../../download/save-file.js";
import { problemText } from "../../service-messages/problem-text.js";
import { texts } from "../../texts/texts.js";
import { collectIssues } from "./collect-issues.js";

const { exported: words } = texts.channels.causes;
const COLUMNS = ["sku", "severity", "code", "field", "message", "fix_hint"] as const;
/** Longer than 250 pages take. */
const TIMEOUT_MS = 600_000;

interface ExportIssuesProps {
  readonly channelId: string;
  readonly filter: { readonly code?: string; readonly field?: string };
}

/** Saves the shown issues as a CSV file. */
export function ExportIssues({ channelId, filter }: ExportIssuesProps) {
  const [isBusy, setIsBusy] = useState(false);
  const notify = useNotice();
  const save = async () => {
    setIsBusy(true);
    try {
      const issues = await collectIssues({ channelId, filter, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const rows = issues.map((issue) => COLUMNS.map((column) => issue[column]));
      saveFile(words.fileName, csvText([COLUMNS, ...rows]), "text/csv");
    } catch (error) {
      notify(problemText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button kind="quiet" isBusy={isBusy} onClick={() => void save()}>
      {words.open}
    </Button>
  );
}
