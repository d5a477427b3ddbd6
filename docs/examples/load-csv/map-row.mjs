const SEPARATOR = "|";

/** Makes a product's body of a row, as the mapping says. A field whose columns are empty is left out. */
export function mapRow(fields, row) {
  const product = {};
  for (const [field, rule] of Object.entries(fields)) {
    const value = typeof rule === "string" ? fillTemplate(rule, row) : KINDS[rule.as](rule, row);
    if (value !== undefined) product[field] = value;
  }
  return product;
}

/** Refuses a mapping that names a column the file does not have, or a kind that does not exist. */
export function checkMapping({ fill_down = [], fields }, columns) {
  const named = Object.values(fields).flatMap((rule) =>
    typeof rule === "string" ? columnsOf(rule) : [rule.from, ...("names" in rule ? [rule.names] : [])],
  );
  const missing = [...new Set([...fill_down, ...named])].filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new Error(`the file has no column ${missing.join(", ")}; it has ${columns.join(", ")}`);
  const unknown = Object.values(fields).find((rule) => typeof rule !== "string" && !Object.hasOwn(KINDS, rule.as));
  if (unknown) throw new Error(`there is no kind ${unknown.as}; there are ${Object.keys(KINDS).join(", ")}`);
}

const columnsOf = (template) => [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);

function fillTemplate(template, row) {
  const isWhole = columnsOf(template).every((column) => row[column] !== "");
  return isWhole ? template.replace(/\{(\w+)\}/g, (_all, column) => row[column]) : undefined;
}

const KINDS = {
  // What is no number is sent as it is: the API says what is wrong with it.
  number: ({ from }, row) => (row[from] === "" ? undefined : asNumber(row[from])),
  availability: ({ from }, row) => (Number(row[from]) > 0 ? "in_stock" : "out_of_stock"),
  first: ({ from, prefix = "" }, row) => (row[from] === "" ? undefined : prefix + row[from].split(SEPARATOR)[0].trim()),
  pairs: ({ from, names }, row) => {
    if (row[from] === "" || row[names] === "") return undefined;
    const values = row[from].split(SEPARATOR);
    return Object.fromEntries(
      row[names].split(SEPARATOR).map((name, place) => [name.trim(), values[place]?.trim() ?? ""]),
    );
  },
};

const asNumber = (text) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text);
