import { texts } from "../texts/texts.js";

interface CodeBlockProps {
  readonly label: string;
  readonly value: unknown;
}

/** Data as it is, to be read and copied; reached by keyboard, so that it can be scrolled. */
export const CodeBlock = ({ label, value }: CodeBlockProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
  <section className="code-block" tabIndex={0} aria-label={texts.general.textOf(label)}>
    <pre>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</pre>
  </section>
);
