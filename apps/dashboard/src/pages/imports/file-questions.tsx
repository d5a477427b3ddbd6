import type { ImportPreview, ImportQuestion } from "@skucast/contracts/imports/import";
import { Button } from "../../components/button.js";
import { Card } from "../../components/card.js";
import { texts } from "../../texts/texts.js";
import { useCatalogCurrency } from "../products/use-catalog-currency.js";
import { handleColumnOf } from "./product-pages-of.js";
import { answerText, questionText } from "./question-text.js";
import { ShopAddress } from "./shop-address.js";
import { UrlPrefix } from "./url-prefix.js";
import { withCatalogCurrency } from "./with-catalog-currency.js";

const words = texts.imports.make.questions;

interface FileQuestionsProps {
  readonly preview: Pick<ImportPreview, "questions" | "mapping" | "preset">;
  readonly onAnswer: (answer: ImportQuestion["answers"][number]) => void;
}

/** Questions that the file leaves open, with the possible answers. */
export function FileQuestions({ preview, onAnswer }: FileQuestionsProps) {
  const currency = useCatalogCurrency();
  const { mapping } = preview;
  const questions = preview.questions.map((question) => withCatalogCurrency(question, currency ?? null));
  if (questions.length === 0 && handleColumnOf(preview) === null) return null;
  return (
    <Card title={words.title}>
      <p className="soft">{words.lead}</p>
      <ShopAddress preview={preview} onAnswer={onAnswer} />
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
