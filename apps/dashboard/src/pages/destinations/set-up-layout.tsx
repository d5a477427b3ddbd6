import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Card } from "../../components/card.js";
import { Page } from "../../components/page.js";
import { texts } from "../../texts/texts.js";
import { SET_UP_STEPS, type SetUpStep } from "./set-up-steps.js";

const words = texts.destinations.setUp;

interface SetUpLayoutProps {
  readonly title: string;
  readonly step: SetUpStep;
  /** The last step that can be opened; it and the steps before are links. */
  readonly reached: SetUpStep;
  readonly children: ReactNode;
}

/** A setup step below the list of all steps. */
export function SetUpLayout({ title, step, reached, children }: SetUpLayoutProps) {
  const index = SET_UP_STEPS.indexOf(step);
  return (
    <Page title={title} lead={words.lead}>
      <nav aria-label={words.steps} className="step-nav">
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
      <Card key={step} title={words.title(index + 1, SET_UP_STEPS.length, words.names[step])}>
        {children}
      </Card>
    </Page>
  );
}
