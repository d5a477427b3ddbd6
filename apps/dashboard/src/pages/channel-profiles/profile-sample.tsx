import type { Sample } from "@skucast/contracts/channel-profiles/custom-profile";
import { CodeBlock } from "../../components/code-block.js";
import { issueText } from "../../service-messages/issue-text.js";
import { texts } from "../../texts/texts.js";

const words = texts.channelProfiles.editor;

/** The file of some products, and what is wrong with their rows. */
export function ProfileSample({ sample: { content, format, rows, invalid } }: { readonly sample: Sample }) {
  const issues = [...invalid, ...rows].flatMap((row) => row.issues.map((issue) => ({ sku: row.sku, issue })));
  return (
    <>
      <CodeBlock label={words.file(format)} value={content} />
      {issues.length > 0 && (
        <ul>
          {issues.map(({ sku, issue }) => (
            <li key={`${sku} ${issue.code} ${issue.field}`}>
              <code>{sku}</code> {words.severities[issue.severity]}: <code>{issue.field}</code> {issueText(issue)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
