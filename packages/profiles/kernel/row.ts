// Writes rows of a channel's file from the bytes of stored products, without parsing them. Compiled to WebAssembly and
// called by src/direct/direct-rows.ts, which explains its purpose.
import { areEqual, CLOSE_BRACE, COMMA, copy, LINE_FEED, OPEN_BRACE, out, POINT, put, writeFrom, ZERO } from "./bytes";
import { writeCell } from "./cells";
import { setPlaceholderStarts } from "./doubts";
import { hashRow, high, low } from "./hash";
import { Plan, Step } from "./plan";
import { lookFor, scan, valueIn } from "./scan";

/** Facts about the last written row. */
@unmanaged
class Facts {
  high: u32;
  low: u32;
  isOutOfStock: i32;
  /** The product's price; NaN without one. */
  amount: f64;
}

const factsAt = memory.data(offsetof<Facts>(), 8);
const OUT_OF_STOCK = memory.data<u8>([111, 117, 116, 95, 111, 102, 95, 115, 116, 111, 99, 107, 34, 0, 0, 0]);
const DISCONTINUED = memory.data<u8>([100, 105, 115, 99, 111, 110, 116, 105, 110, 117, 101, 100, 34, 0, 0, 0]);
const STATUS_LENGTH = 13;

let planAt: usize = 0;

/** The start of the memory that the caller may use. */
export function freeFrom(): usize {
  return (__heap_base + 15) & ~15;
}

/** The address of the facts about the last row. */
export function factsFrom(): usize {
  return factsAt;
}

/** Uses the plan at this address. Called once. */
export function follow(plan: usize): void {
  planAt = plan;
  lookFor(changetype<Plan>(plan));
  setPlaceholderStarts(changetype<Plan>(plan).placeholderStarts);
}

/**
 * Writes the row of the product between `start` and `end` to `to`, and its facts. Returns the row's length, or 0 when the
 * product must be parsed.
 */
export function writeRow(start: usize, end: usize, to: usize): i32 {
  const plan = changetype<Plan>(planAt);
  if (!scan(start, end) || !isSimple(plan)) return 0;
  writeFrom(to);
  if (!(plan.isJson !== 0 ? writeJson(plan) : writeCsv(plan))) return 0;
  hashRow(to, out);
  const facts = changetype<Facts>(factsAt);
  facts.high = high;
  facts.low = low;
  facts.amount = amountOf(plan.amountField);
  facts.isOutOfStock = isOutOfStock(plan.availabilityField) ? 1 : 0;
  return (out - to) as i32;
}

function has(field: i32): bool {
  return valueIn(field).marks !== 0;
}

function numberAt(numbers: usize, i: i32): i32 {
  return load<i32>(numbers + i * sizeof<i32>());
}

function isSimple(plan: Plan): bool {
  for (let i = 0; i < plan.parsedCount; i += 1) if (has(numberAt(plan.parsed, i))) return false;
  for (let i = 0; i < plan.differingCount; i += 2) {
    if (areSame(numberAt(plan.differing, i), numberAt(plan.differing, i + 1))) return false;
  }
  for (let i = 0; i < plan.impliedCount; i += 2) {
    if (has(numberAt(plan.implied, i)) && !has(numberAt(plan.implied, i + 1))) return false;
  }
  for (let i = 0; i < plan.identifyingCount; ) {
    const groupEnd = i + 1 + numberAt(plan.identifying, i);
    let isIdentified = false;
    for (i += 1; i < groupEnd; i += 1) if (has(numberAt(plan.identifying, i))) isIdentified = true;
    if (!isIdentified) return false;
  }
  return has(plan.currencyField) && areEqual(valueIn(plan.currencyField).start, plan.currency, plan.currencyLength);
}

/** Whether a product has both fields with the same bytes. */
function areSame(one: i32, other: i32): bool {
  if (!has(one) || !has(other)) return false;
  const value = valueIn(one);
  const second = valueIn(other);
  return value.length === second.length && areEqual(value.start, second.start, value.length);
}

function stepAt(plan: Plan, place: i32): Step {
  return changetype<Step>(plan.steps + place * offsetof<Step>());
}

function writeCsv(plan: Plan): bool {
  for (let place = 0; place < plan.stepCount; place += 1) {
    if (place > 0) put(COMMA);
    const step = stepAt(plan, place);
    if (step.field !== -1 && has(step.field)) {
      if (!writeCell(step, valueIn(step.field), false)) return false;
    } else if (step.fallbackLength !== -1) copy(step.fallback, step.fallbackLength);
    else if (step.isRequired !== 0) return false;
  }
  put(LINE_FEED);
  return true;
}

function writeJson(plan: Plan): bool {
  let before = OPEN_BRACE;
  for (let place = 0; place < plan.stepCount; place += 1) {
    const step = stepAt(plan, place);
    const hasValue = step.field !== -1 && has(step.field);
    if (!hasValue && step.fallbackLength === -1) {
      if (step.isRequired !== 0) return false;
      continue;
    }
    put(before);
    before = COMMA;
    copy(step.key, step.keyLength);
    if (!hasValue) copy(step.fallback, step.fallbackLength);
    else if (!writeCell(step, valueIn(step.field), true)) return false;
  }
  put(CLOSE_BRACE);
  put(LINE_FEED);
  return true;
}

/** A plain decimal as a number. */
function amountOf(field: i32): f64 {
  if (!has(field)) return NaN;
  const value = valueIn(field);
  let digits: f64 = 0;
  let scale: f64 = 1;
  let hasPoint = false;
  for (let at = value.start; at < value.end; at += 1) {
    const byte = load<u8>(at);
    if (byte === POINT) hasPoint = true;
    else {
      digits = digits * 10 + <f64>(byte - ZERO);
      if (hasPoint) scale *= 10;
    }
  }
  return digits / scale;
}

function isOutOfStock(field: i32): bool {
  if (!has(field)) return false;
  const start = valueIn(field).start;
  return areEqual(start, OUT_OF_STOCK, STATUS_LENGTH) || areEqual(start, DISCONTINUED, STATUS_LENGTH);
}
