import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { UPLOAD_STRATEGIES } from "@skucast/contracts/destinations/destination";
import { eventually } from "@skucast/testkit/eventually";
import { fileInMemory } from "./testing/file-in-memory.js";
import { FILE_SIZES, filesOfEverySize } from "./testing/files-of-every-size.js";
import { type OpenPartner, openPartner } from "./testing/open-partner.js";
import { PARTNER_KINDS } from "./testing/partner-kinds.js";

const FEW_SIZES = [0, 32_768, 294_097];

/**
 * Every server and every strategy gets all sizes at least once. All combinations of them, larger files, and interruptions
 * at every part of a delivery are in every-server.soak.test.ts.
 */
const sizesOf = (kindIndex: number, strategyIndex: number): readonly number[] =>
  (kindIndex + strategyIndex) % UPLOAD_STRATEGIES.length === 0 ? FILE_SIZES : FEW_SIZES;

describe.each(Object.entries(PARTNER_KINDS).map(([name, kind], index) => [name, kind, index] as const))(
  "%s",
  (_name, kind, kindIndex) => {
    let partner: OpenPartner;
    beforeAll(async () => {
      partner = await openPartner(kind);
    });
    afterAll(() => partner.stop());
    beforeEach(() => partner.useNewFolder());
    /** A server that is late may return what it has cached of a former file. A run pushes again then, and so does this. */
    const push: OpenPartner["push"] = (files, options) => {
      const once = () => partner.push(files, options);
      return kind.isLate === true ? eventually(once) : once();
    };

    test.each(UPLOAD_STRATEGIES.map((strategy, index) => [strategy, sizesOf(kindIndex, index)] as const))(
      "%s: files of different sizes arrive whole, first and as replacements",
      async (strategy, sizes) => {
        for (const _round of ["first", "replacement"]) {
          const files = filesOfEverySize(sizes);
          expect(await push(files, { strategy })).toMatchObject({ verification: "content" });
          await partner.expectDelivered(files, strategy);
        }
      },
    );

    test("an interrupted connection leaves the old file alone, and the next delivery is complete", async () => {
      const former = fileInMemory("products.csv", randomBytes(3_000_000));
      const next = fileInMemory("products.csv", randomBytes(4_000_000));
      await partner.push([former]);
      let sentBytes = 0;
      const onBytes = (bytes: number) => {
        sentBytes += bytes;
        if (sentBytes > 1_000_000) partner.proxy.reset();
      };
      await expect(partner.push([next], { onBytes })).rejects.toMatchObject({ code: "unreachable", leftBehind: [] });
      await partner.expectDelivered([former], "rename");
      await push([next]);
      await partner.expectDelivered([next], "rename");
    });
  },
);
