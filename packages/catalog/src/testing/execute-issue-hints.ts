import { ISSUE_HINTS, type Situation, SOUND_PRODUCT } from "@skucast/profiles/testing/issue-situations";

/** An interface that shows issues and takes their fixes, for one workspace. */
export interface IssueInterface {
  newChannel(channel: { readonly profile: string; readonly market: object }): Promise<string>;
  /** Returns what the interface says about items that it rejects. */
  store(items: readonly object[]): Promise<readonly string[]>;
  configure(channelId: string, patch: { readonly defaults: object; readonly rules: readonly unknown[] }): Promise<void>;
  /** The codes of the issues of all products of the channel. */
  codesOf(channelId: string): Promise<readonly string[]>;
}

/** Whether an issue code was shown before a fix, and after it. */
export interface ExecutedHint {
  readonly hint: string;
  readonly rejected: readonly string[];
  readonly isShownBefore: boolean;
  readonly isShownAfter: boolean;
}

export type ExecutableCode = Exclude<keyof typeof ISSUE_HINTS, "changed_by_format">;

/** The codes that a channel's issues can have. `changed_by_format` is an issue of a file. */
export const EXECUTABLE_CODES = Object.keys(ISSUE_HINTS).filter(
  (code): code is ExecutableCode => code !== "changed_by_format",
);

const DAY_MS = 86_400_000;
/** Dates of the situations, relative to their day. */
const DAYS: Readonly<Record<string, number>> = { "2026-11-01": -20, "2026-12-01": 10, "2027-12-01": 375 };

/** Causes an issue, and does what its hint recommends, through an interface. */
export async function executeIssueHints(shown: IssueInterface, code: ExecutableCode): Promise<ExecutedHint[]> {
  const { broken, fixes } = ISSUE_HINTS[code];
  const situations = [broken, ...Object.values(fixes)];
  const market = { country: "US", currency: "USD", language: "en", ...broken.market };
  const channelId = await shown.newChannel({ profile: broken.profile ?? "google_merchant", market });
  const names = <T extends object>(values: (T | undefined)[]) => [
    ...new Set(values.flatMap((each) => Object.keys(each ?? {}))),
  ];
  const fields = names(situations.map(({ product }) => product));
  const defaults = names(situations.map((each) => each.defaults));
  const bring = async ({ product = {}, rules = [], ...more }: Situation): Promise<readonly string[]> => {
    const cleared = Object.fromEntries(defaults.map((name) => [name, null]));
    await shown.configure(channelId, { defaults: { ...cleared, ...more.defaults }, rules });
    const absent = Object.fromEntries(fields.map((name) => [name, null]));
    const item = { ...absent, ...SOUND_PRODUCT, ...withoutUndefined(product) };
    const first = { ...SOUND_PRODUCT, sku: "TEE-0", item_group_id: "TEE", color: "red" };
    return shown.store([...(more.isSecond ? [first] : []), withDates(item, channelId)]);
  };
  const executed: ExecutedHint[] = [];
  for (const [hint, fixed] of Object.entries(fixes)) {
    const rejected = await bring(broken);
    const isShownBefore = (await shown.codesOf(channelId)).includes(code);
    const rejectedFix = await bring(fixed);
    const isShownAfter = (await shown.codesOf(channelId)).includes(code);
    executed.push({ hint, rejected: [...rejected, ...rejectedFix], isShownBefore, isShownAfter });
  }
  return executed;
}

/** `undefined` stands for a cleared field. */
const withoutUndefined = (product: object): object =>
  Object.fromEntries(Object.entries(product).map(([name, value]) => [name, value ?? null]));

function withDates(item: object, channelId: string): object {
  const text = JSON.stringify(item).replaceAll('"ch_1"', JSON.stringify(channelId));
  const dayOf = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  return JSON.parse(
    text.replace(/\d{4}-\d\d-\d\d/g, (date) => (date in DAYS ? dayOf(DAYS[date] ?? 0) : date)),
  ) as object;
}
