import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../parts/page.js";
import { Sheet } from "../../parts/sheet.js";
import { texts } from "../../texts/texts.js";
import { SET_UP_STEPS, type SetUpStep } from "./set-up-steps.js";

const words = texts.destinations.setUp;

interface SetUpFrameProps {
  readonly title: string;
  readonly step: SetUpStep;
  /** How far one may go: the steps up to it can be gone to. */
  readonly reached: SetUpStep;
  readonly children: ReactNode;
}

/** One step of setting a destination up, below the way through all of them. */
export function SetUpFrame({ title, step, reached, children }: SetUpFrameProps) {
  const place = SET_UP_STEPS.indexOf(step);
  return (
    <Page title={title} lead={words.lead}>
      <nav aria-label={words.steps} className="way">
        <ol>
          {SET_UP_STEPS.map((each, i) => (
            <li key={each} aria-current={each === step ? "step" : undefined}>
              {i <= SET_UP_STEPS.indexOf(reached) && each !== step ? (
                <Link to="." search={{ step: each }}>
                  {words.names[each]}
                </Link>
              ) : (
                words.names[each]
              )}
            </li>
          ))}
        </ol>
      </nav>
      <Sheet key={step} title={words.title(place + 1, SET_UP_STEPS.length, words.names[step])}>
        {children}
      </Sheet>
    </Page>
  );
}
