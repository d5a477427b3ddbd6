import { useState } from "react";
import { texts } from "../texts/texts.js";
import { Button } from "./button.js";
import { copyText } from "./copy-text.js";

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  /** Its name, where several stand together. */
  readonly name?: string;
}

/** Copies a text and says so; where the browser does not let it, it says how to do it by hand. */
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
        {outcome === "refused" && texts.general.copyByHand}
      </span>
    </>
  );
}
