import { advance, areEqual, BACKSLASH, COMMA, copy, LINE_FEED, out, POINT, placeOf, put, QUOTE, ZERO } from "./bytes";
import { hasCheckDigit, hasCodePointEscape, isDoubtful, mayHaveReservedPrefix } from "./doubts";
import { Kind, Step, Word } from "./plan";
import { ESCAPE, NESTED, PLAIN, readString, SPECIAL, STRING, stringMarks, Value } from "./scan";

/** Writes a cell that has a value; false when the product must be parsed instead. */
export function writeCell(step: Step, value: Value, isJson: bool): bool {
  const isText = (value.marks & STRING) !== 0 && value.length > 0;
  switch (step.kind) {
    case Kind.text:
      if (!isText || value.length > step.bytesMax || isDoubtful(value.start, value.end, step)) return false;
      writeString(value, isJson);
      return true;
    case Kind.gtin:
      if (!isText || !hasCheckDigit(value.start, value.end)) return false;
      if (step.hasPrefixes !== 0 && mayHaveReservedPrefix(value.start, value.end)) return false;
      writeString(value, isJson);
      return true;
    case Kind.word:
      return isText && writeWord(step, value);
    case Kind.plain:
      if (value.marks !== PLAIN || (step.isZeroDoubtful !== 0 && load<u8>(value.start) === ZERO)) return false;
      copy(value.start, value.length);
      return true;
    case Kind.json:
      if ((value.marks & NESTED) === 0 || value.length <= 2 || hasCodePointEscape(value.start, value.end)) return false;
      if (isJson) copy(value.start, value.length);
      else writeNested(value);
      return true;
    case Kind.list:
      return (value.marks & NESTED) !== 0 && writeList(step, value, isJson);
    case Kind.money:
      return value.marks === PLAIN && writeMoney(step, value, isJson);
    case Kind.presence:
      writeTrue();
      return true;
    case Kind.absence:
      writeFalse();
      return true;
    default:
      return false;
  }
}

/** A stored string already is JSON. For CSV its escapes are decoded, and it is quoted if necessary. */
function writeString(value: Value, isJson: bool): void {
  const isQuoted = isJson || (value.marks & SPECIAL) !== 0;
  if (isQuoted) put(QUOTE);
  if (isJson || (value.marks & ESCAPE) === 0) copy(value.start, value.length);
  else writeUnescaped(value.start, value.end);
  if (isQuoted) put(QUOTE);
}

function writeUnescaped(start: usize, end: usize): void {
  let done = start;
  for (let at = placeOf(BACKSLASH, start, end); at < end; at = placeOf(BACKSLASH, done, end)) {
    copy(done, (at - done) as i32);
    const letter = load<u8>(at + 1);
    if (letter === QUOTE) put(QUOTE);
    put(unescaped(letter));
    done = at + 2;
  }
  copy(done, (end - done) as i32);
}

function unescaped(letter: u8): u8 {
  switch (letter) {
    case 110: // n
      return LINE_FEED;
    case 114: // r
      return 13;
    case 116: // t
      return 9;
    default:
      return letter;
  }
}

function writeWord(step: Step, value: Value): bool {
  for (let i = 0; i < step.wordCount; i += 1) {
    const word = changetype<Word>(step.words + i * offsetof<Word>());
    // Compared with the closing quote, so that a longer value does not match.
    if (areEqual(value.start, word.ours, word.oursLength)) {
      copy(word.theirs, word.theirsLength);
      return true;
    }
  }
  return false;
}

/** Nested JSON in a CSV cell: quoted if it contains a quote or a comma, with its own quotes doubled. */
function writeNested(value: Value): void {
  const start = value.start;
  const end = value.end;
  if (placeOf(QUOTE, start, end) === end && placeOf(COMMA, start, end) === end) {
    copy(start, value.length);
    return;
  }
  put(QUOTE);
  let done = start;
  for (let at = placeOf(QUOTE, start, end); at < end; at = placeOf(QUOTE, done, end)) {
    copy(done, (at + 1 - done) as i32);
    put(QUOTE);
    done = at + 1;
  }
  copy(done, (end - done) as i32);
  put(QUOTE);
}

/** A list of plain strings: in CSV separated by commas, and quoted if there is more than one. */
function writeList(step: Step, value: Value, isJson: bool): bool {
  const count = plainItemCount(value);
  if (count < 1 || count > step.itemsMax) return false;
  if (isJson) {
    copy(value.start, value.length);
    return true;
  }
  if (count > 1) put(QUOTE);
  let at = value.start + 2;
  for (let item = 0; item < count; item += 1) {
    if (item > 0) put(COMMA);
    const close = placeOf(QUOTE, at, value.end);
    copy(at, (close - at) as i32);
    at = close + 3;
  }
  if (count > 1) put(QUOTE);
  return true;
}

/** The number of strings in a JSON list; -1 if an item contains a comma or an escape, or is not a string. */
function plainItemCount(value: Value): i32 {
  let count = 0;
  let at = value.start + 1;
  while (load<u8>(at) === QUOTE) {
    const close = readString(at + 1, value.end);
    if (close === 0 || stringMarks !== 0) return -1;
    count += 1;
    at = close + 1;
    if (load<u8>(at) !== COMMA) break;
    at += 1;
  }
  return at === value.end - 1 ? count : -1;
}

/** An amount with exactly the decimals of the currency, and the currency; false if the amount has more decimals. */
function writeMoney(step: Step, value: Value, isJson: bool): bool {
  // An amount that begins with 0 may be zero: whether that is allowed is checked on the parsed product.
  if (step.isPositive !== 0 && load<u8>(value.start) === ZERO) return false;
  const point = placeOf(POINT, value.start, value.end);
  const given = point === value.end ? 0 : ((value.end - point) as i32) - 1;
  if (given > step.decimals) return false;
  if (isJson) put(QUOTE);
  copy(value.start, value.length);
  if (step.decimals > 0 && given === 0) put(POINT);
  for (let i = given; i < step.decimals; i += 1) put(ZERO);
  copy(step.suffix, step.suffixLength);
  if (isJson) put(QUOTE);
  return true;
}

const TRUE: u32 = 0x65757274;
const FALSE: u64 = 0x65736c6166;

function writeTrue(): void {
  store<u32>(out, TRUE);
  advance(4);
}

function writeFalse(): void {
  store<u64>(out, FALSE);
  advance(5);
}
