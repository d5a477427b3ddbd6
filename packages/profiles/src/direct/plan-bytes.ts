import { CAPITALS_LENGTH_MIN, PLACEHOLDER_INITIALS, PLACEHOLDER_LENGTH_MAX } from "../channel/suspicious-text.js";
import type { Step, StepKind, StepPlan } from "./plan-steps.js";

/** In the order of `Kind` in kernel/plan.ts. */
const KINDS: readonly StepKind[] = [
  "text",
  "word",
  "plain",
  "json",
  "list",
  "gtin",
  "money",
  "presence",
  "absence",
  "parsed",
  "none",
];
const NUMBER_MAX = 0x7fff_ffff;
const ALIGNMENT = 4;

export interface PlanBytes {
  readonly bytes: Buffer;
  /** The address of the plan. Everything that it refers to comes before it. */
  readonly plan: number;
}

/** Renders a plan in the layout of kernel/plan.ts, for the kernel's memory from `base` on. */
export function renderPlan(plan: StepPlan, isJson: boolean, base: number): PlanBytes {
  const parts: Buffer[] = [];
  let end = base;
  const place = (bytes: Buffer): number => {
    const at = end;
    const padding = Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT);
    parts.push(bytes, padding);
    end += bytes.length + padding.length;
    return at;
  };
  const numbers = (values: readonly number[]): number => place(Buffer.from(Int32Array.from(values, bounded).buffer));
  /** Address and length. */
  const bytes = (value: Buffer): [number, number] => [place(value), value.length];
  /** Address and count. */
  const list = (values: readonly number[]): [number, number] => [numbers(values), values.length];

  const stepNumbers = (step: Step): number[] => [
    KINDS.indexOf(step.kind),
    step.field,
    Number(step.isRequired),
    step.bytesMax,
    step.itemsMax,
    step.decimals,
    Number(step.isPositive),
    step.hasPlaceholders ? PLACEHOLDER_LENGTH_MAX : -1,
    step.hasCapitals ? CAPITALS_LENGTH_MIN : NUMBER_MAX,
    Number(step.hasPrefixes),
    Number(step.isZeroDoubtful),
    Number(step.hasMarkup),
    Number(step.isImage),
    ...bytes(step.suffix),
    ...(step.fallback ? bytes(step.fallback) : [0, -1]),
    ...bytes(step.key),
    numbers(step.words.flatMap(({ ours, theirs }) => [...bytes(ours), ...bytes(theirs)])),
    step.words.length,
  ];
  const steps = numbers(plan.steps.flatMap(stepNumbers));
  const fields = numbers(plan.fields.flatMap((name) => bytes(Buffer.from(`${name}":`))));
  const at = numbers([
    Number(isJson),
    steps,
    plan.steps.length,
    fields,
    plan.fields.length,
    ...bytes(plan.currency),
    plan.currencyField,
    plan.amountField,
    plan.availabilityField,
    ...list(plan.parsedFields),
    ...list(plan.differing.flat()),
    ...list(plan.implied.flat()),
    ...list(plan.identifying.flatMap((group) => [group.length, ...group])),
    place(PLACEHOLDER_STARTS),
  ]);
  return { bytes: Buffer.concat(parts), plan: at };
}

const PLACEHOLDER_STARTS = Buffer.alloc(256);
for (const initial of PLACEHOLDER_INITIALS) PLACEHOLDER_STARTS[initial.charCodeAt(0)] = 1;

const bounded = (value: number): number => Math.min(value, NUMBER_MAX);
