import type { Fault } from "@skucast/contracts/problem";
import { Button } from "../../components/button.js";
import { texts } from "../../texts/texts.js";
import { lineOf, locatePointer } from "./locate-pointer.js";

const words = texts.channelProfiles.editor;

interface ProfileFaultsProps {
  readonly text: string;
  readonly faults: readonly Fault[];
  /** Selects the place in the text; undefined if the text is not shown. */
  readonly onSelect?: (pointer: string) => void;
}

/** Every error of a definition. If the text is shown, with its line, and a button that selects the place. */
export function ProfileFaults({ text, faults, onSelect }: ProfileFaultsProps) {
  if (faults.length === 0) return <p role="status">{words.noFaults}</p>;
  return (
    <div className="note bad" role="alert">
      <p>{words.faults(faults.length)}</p>
      <ul>
        {faults.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            {pointer !== "" && onSelect && (
              <Button kind="quiet" onClick={() => onSelect(pointer)}>
                {words.line(lineOf(text, locatePointer(text, pointer).start))}
              </Button>
            )}{" "}
            <code>{pointer}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
