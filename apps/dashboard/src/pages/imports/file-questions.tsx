import type { ImportPreview, ImportQuestion } from "@skucast/contracts/imports/import";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { texts } from "../../texts/texts.js";
import { answerText, questionText } from "./question-text.js";
import { UrlPrefix } from "./url-prefix.js";

const words = texts.imports.make.questions;

interface FileQuestionsProps {
  readonly questions: readonly ImportQuestion[];
  readonly mapping: ImportPreview["mapping"];
  readonly onAnswer: (answer: ImportQuestion["answers"][number]) => void;
}

/** Questions that the file leaves open, with the possible answers. */
export function FileQuestions({ questions, mapping, onAnswer }: FileQuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <Card title={words.title}>
      <p className="soft">{words.lead}</p>
      {questions.map((question) =>
        question.code === "prefix" && question.column !== null ? (
          <UrlPrefix key={`prefix ${question.column}`} column={question.column} mapping={mapping} onAnswer={onAnswer} />
        ) : (
          <fieldset key={`${question.code} ${question.column}`} className="filters">
            <legend>{questionText(question)}</legend>
            {question.answers.map((answer) => (
              <Button key={answer.label} kind="quiet" onClick={() => onAnswer(answer)}>
                {answerText(question, answer.label)}
              </Button>
            ))}
          </fieldset>
        ),
      )}
    </Card>
  );
}
