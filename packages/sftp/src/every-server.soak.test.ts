import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { UPLOAD_STRATEGIES, type UploadStrategy } from "@skucast/contracts/destinations/destination";
import { eventually } from "@skucast/testkit/eventually";
import { SftpFailure } from "./sftp-failure.js";
import { fileInMemory } from "./testing/file-in-memory.js";
import { filesOfEverySize } from "./testing/files-of-every-size.js";
import { COMPANIONS, type OpenPartner, openPartner } from "./testing/open-partner.js";
import { PARTNER_KINDS } from "./testing/partner-kinds.js";
import type { UploadFile } from "./upload-content.js";

/** Servers in Python take minutes for each large file on a machine under load. */
jest.setTimeout(1_800_000);
const LATE = { timeoutMs: 600_000 };

/** Every server gets the large file with one of the strategies in turn. The other file is larger than every buffer, too. */
const LARGE_BYTES = 300_000_000;
const OTHER_BYTES = 24_000_000;
/** Where a delivery is interrupted: as a share of the bytes that its connection carries, and in bytes before its end. */
const CUT_PARTS = [0.001, 0.2, 0.4, 0.6, 0.8];
const CUT_BYTES_FROM_END = [3_000, 700, 150];

type Listing = Readonly<Record<string, string>>;

const KINDS = Object.entries(PARTNER_KINDS).map(([name, kind], index) => ({
  name,
  kind,
  largeBy: UPLOAD_STRATEGIES[index % UPLOAD_STRATEGIES.length],
}));

describe.each(KINDS)("$name", ({ kind, largeBy }) => {
  let partner: OpenPartner;
  beforeAll(async () => {
    partner = await openPartner(kind);
  });
  afterAll(() => partner.stop());
  beforeEach(() => partner.useNewFolder());

  /** Bytes that the connection of a complete delivery carries. Its files are in the folder afterwards. */
  async function deliver(files: readonly UploadFile[], strategy: UploadStrategy): Promise<number> {
    const before = partner.proxy.carriedBytes();
    await partner.push(files, { strategy });
    await partner.expectDelivered(files, strategy);
    return partner.proxy.carriedBytes() - before;
  }

  /** Interrupts a delivery once, checks what it has left, and delivers again. */
  async function deliverWithCut(files: readonly UploadFile[], strategy: UploadStrategy, afterBytes: number) {
    const former = await partner.list();
    partner.proxy.resetAfter(afterBytes);
    const failure = await partner.push(files, { strategy }).then(
      () => null,
      (error: unknown) => error,
    );
    partner.proxy.resetAfter(Number.POSITIVE_INFINITY);
    if (failure !== null) {
      expect(failure).toBeInstanceOf(SftpFailure);
      expect(failure).toMatchObject({ leftBehind: [] });
      if (kind.isLate !== true) expectFormerOrNext(await partner.list(), { former, files, strategy });
    }
    // Like a run, with three attempts and pauses: a cache may still hold the files of the interrupted connection.
    const again = () => deliver(files, strategy);
    await (kind.isLate === true ? eventually(again, LATE) : again());
    return failure !== null;
  }

  describe.each([...UPLOAD_STRATEGIES])("%s", (strategy) => {
    const bytes = strategy === largeBy ? LARGE_BYTES : OTHER_BYTES;

    test(`${bytes / 1e6} MB arrive intact, as a new file, as a replacement, and again after an interruption`, async () => {
      const content = randomBytes(bytes);
      await deliver([fileInMemory("large.csv", content)], strategy);
      content.write("replaced", bytes / 2);
      const next = fileInMemory("large.csv", content);
      expect(await deliverWithCut([next], strategy, bytes / 3)).toBe(true);
    });

    test.each(["first", "replacement"])("%s delivery, interrupted at every part of it", async (order) => {
      const total = await deliver(filesOfEverySize(), strategy);
      const cuts = [...CUT_PARTS.map((part) => part * total), ...CUT_BYTES_FROM_END.map((bytes) => total - bytes)];
      let failures = 0;
      for (const afterBytes of cuts) {
        if (order === "first") partner.useNewFolder();
        if (await deliverWithCut(filesOfEverySize(), strategy, Math.round(afterBytes))) failures += 1;
      }
      expect(failures).toBeGreaterThanOrEqual(CUT_PARTS.length);
    });
  });
});

interface Cut {
  readonly former: Listing;
  readonly files: readonly UploadFile[];
  readonly strategy: UploadStrategy;
}

/**
 * Asserts that there is nothing else, and that each file is the complete old or new one. Only a strategy that writes in
 * place may lose the file that it was writing, which is removed; a trigger is then missing.
 */
function expectFormerOrNext(found: Listing, { former, files, strategy }: Cut): void {
  const companion = COMPANIONS[strategy] ?? "";
  const names = new Set([...Object.keys(former), ...files.map(({ name }) => name), companion]);
  expect(Object.keys(found).filter((name) => !names.has(name))).toEqual([]);
  if (strategy === "direct" || (strategy === "trigger" && found[companion] === undefined)) return;
  const changed = files.filter(({ name, sha256 }) => ![former[name], sha256].includes(found[name]));
  expect(changed.map(({ name }) => name)).toEqual([]);
}
