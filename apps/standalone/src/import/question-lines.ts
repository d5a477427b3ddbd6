import type { ImportQuestion } from "@skucast/contracts/imports/import";

/** The questions that a file leaves open, each with the options or the entries of the mapping that answer it. */
export function questionLines(questions: readonly ImportQuestion[]): string[] {
  if (questions.length === 0) return [];
  const hasMapping = questions.some(({ answers }) => answers.some(({ mapping }) => mapping !== undefined));
  return [
    ...questions.map((question) => `  question: ${question.message}${answersOf(question)}`),
    ...(hasMapping
      ? [`  Answer with one JSON object of your choices, or a file with it: --mapping '${exampleOf(questions)}'`]
      : []),
  ];
}

function answersOf({ answers }: ImportQuestion): string {
  const choices = answers.map(({ options, mapping }) =>
    options === undefined
      ? JSON.stringify(mapping)
      : Object.entries(options)
          .map(([name, value]) => `--${name.replaceAll("_", "-")} ${/\s/.test(value) ? JSON.stringify(value) : value}`)
          .join(" "),
  );
  return choices.length === 0 ? "" : ` ${choices.join(" or ")}`;
}

/** The first answer to each question. */
const exampleOf = (questions: readonly ImportQuestion[]): string =>
  JSON.stringify(Object.assign({}, ...questions.map(({ answers }) => answers[0]?.mapping ?? {})));
