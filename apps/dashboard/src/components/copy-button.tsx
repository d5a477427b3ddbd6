import { useState } from "react";
import { texts } from "../texts/texts.js";
import { Button } from "./button.js";

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  /** Accessible name, where several copy buttons stand next to each other. */
  readonly name?: string;
}

/** Copies a text and says so. If the browser forbids it, it says how to copy manually. */
export function CopyButton({ text, label = texts.general.copy, name }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"none" | "copied" | "refused">("none");
  const copy = async () => setOutcome((await copyText(text)) ? "copied" : "refused");
  return (
    <>
      <Button kind="quiet" aria-label={name} onClick={() => void copy()}>
        {outcome === "copied" ? texts.general.copied : label}
      </Button>
      <span role="status" className={outcome === "refused" ? "soft" : "visually-hidden"}>
        {outcome === "copied" && texts.general.copied}
        {outcome === "refused" && texts.general.copyManually}
      </span>
    </>
  );
}

/** Copies a text to the clipboard; false if the browser forbids it, as on a page loaded over plain HTTP. */
async function copyText(text: string): Promise<boolean> {
  if (!("clipboard" in navigator)) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
