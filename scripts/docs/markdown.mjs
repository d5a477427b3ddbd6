/** The first line of every generated page. */
export const GENERATED = "<!-- Made by `npm run docs`; change the code it describes instead. -->";

/** A table; cells are texts of one line each. */
export function table(heads, rows) {
  const line = (cells) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(heads), `|${heads.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** A block of JSON. */
export const jsonBlock = (value) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

export const code = (text) => `\`${text}\``;

const cell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");
