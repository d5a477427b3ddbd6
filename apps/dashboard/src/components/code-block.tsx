import { texts } from "../texts/texts.js";

interface CodeBlockProps {
  readonly label: string;
  readonly value: unknown;
}

/** Preformatted data to read and copy. It takes the focus, so that it can be scrolled by keyboard. */
export const CodeBlock = ({ label, value }: CodeBlockProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
  <section className="code-block" tabIndex={0} aria-label={texts.general.textOf(label)}>
    <pre>{typeof value === "string" ? value : JSON.stringify(value, null, 2)}</pre>
  </section>
);
