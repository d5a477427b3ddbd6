import { nearest } from "../nearest.js";
import { FILE_NAME } from "./dated-names.js";

const TOKENS = ["YYYY", "YY", "MM", "DD", "HH", "mm", "ss"] as const;
const KNOWN = new RegExp(`${TOKENS.join("|")}|[_-]`, "g");
const BARE_DATE = /(?:yyyy|yy)[-_]?mm[-_]?dd|dd[-_]?mm[-_]?(?:yyyy|yy)/i;

/**
 * What is wrong with the name of a feed's files, and the nearest documented form; undefined for a correct name. A date
 * pattern that would be written as something else, such as the minute in place of the month, is wrong too.
 */
export function fileNameFault(name: string): string | undefined {
  for (const [whole, kind = "", pattern] of name.matchAll(/\{([^{}:]*)(?::([^{}]*))?\}/g)) {
    if (kind !== "date") return `${whole} is not a placeholder; ${placeholderNear(kind, pattern)}`;
    if (pattern === undefined || pattern === "") return `${whole} has no pattern; did you mean {date:YYYYMMDD}?`;
    const fault = patternFault(pattern);
    if (fault !== undefined) return `${whole} ${fault}`;
  }
  const bare = BARE_DATE.exec(name.replace(/\{[^{}]*\}/g, ""))?.[0];
  if (bare !== undefined) return `${bare} would stay as it is; did you mean {date:${corrected(bare)}}?`;
  if (FILE_NAME.test(name)) return undefined;
  return (
    "must be a plain file name of letters, digits, dots, dashes and underscores; {date:YYYYMMDD} stands for the run's date and " +
    "may have YYYY, YY, MM, DD, HH, mm, ss, - and _"
  );
}

/** A placeholder of another kind may be a date pattern, or a mistyped name. */
function placeholderNear(kind: string, pattern: string | undefined): string {
  const near = nearest(kind.toLowerCase(), ["date", "time", "datetime"]);
  const given = pattern ?? (near === null ? kind : "");
  const isPattern = given !== "" && patternFault(corrected(given)) === undefined;
  return `did you mean {date:${isPattern ? corrected(given) : near === "time" ? "HHmmss" : "YYYYMMDD"}}?`;
}

/** A pattern with its tokens in the right case, where minutes follow hours. */
const corrected = (pattern: string): string =>
  pattern
    .replace(/y+/gi, (years) => years.toUpperCase())
    .replace(/d+/gi, (days) => days.toUpperCase())
    .replace(/h+/gi, (hours) => hours.toUpperCase())
    .replace(/s+/gi, (seconds) => seconds.toLowerCase())
    .replace(/(HH[-_]?)?(mm)/gi, (_, hours: string | undefined) => (hours ? `${hours}mm` : "MM"));

function patternFault(pattern: string): string | undefined {
  const rest = pattern.replace(KNOWN, "");
  if (rest !== "" || /^[_-]/.test(pattern)) {
    const better = corrected(pattern).replace(/^[_-]+/, "");
    const hint = better !== pattern && patternFault(better) === undefined ? `; did you mean ${better}?` : "";
    return rest === ""
      ? `must begin with one of ${TOKENS.join(", ")}${hint}`
      : `has ${rest}, which is not one of ${TOKENS.join(", ")}, - and _${hint}`;
  }
  const tokens = (pattern.match(KNOWN) ?? []).filter((token) => !/[_-]/.test(token));
  const hint = `; did you mean ${corrected(pattern)}?`;
  const twice = tokens.find((token, place) => tokens.indexOf(token) !== place);
  if (twice === "MM") return `has MM twice: MM is the month, mm the minute${hint}`;
  if (twice !== undefined) return `has ${twice} twice`;
  if (tokens.includes("mm") && !tokens.includes("HH"))
    return `has minutes (mm) without hours (HH): MM is the month${hint}`;
  if (tokens.some((token, place) => token === "MM" && tokens[place - 1] === "HH"))
    return `has MM after HH: MM is the month, mm the minute${hint}`;
  return undefined;
}
