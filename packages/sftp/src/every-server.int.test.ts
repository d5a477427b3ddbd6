import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { UPLOAD_STRATEGIES } from "@skucast/contracts/destinations/destination";
import { fileInMemory } from "./testing/file-in-memory.js";
import { FILE_SIZES, filesOfEverySize } from "./testing/files-of-every-size.js";
import { type OpenPartner, openPartner } from "./testing/open-partner.js";
import { PARTNER_KINDS } from "./testing/partner-kinds.js";

// Larger files, and interruptions at every part of a delivery, are in every-server.soak.test.ts.
describe.each(Object.entries(PARTNER_KINDS))("%s", (_name, kind) => {
  let partner: OpenPartner;
  beforeAll(async () => {
    partner = await openPartner(kind);
  });
  afterAll(() => partner.stop());
  beforeEach(() => partner.useNewFolder());

  test.each([...UPLOAD_STRATEGIES])(
    `%s: files of ${FILE_SIZES.length} sizes arrive whole, first and as replacements`,
    async (strategy) => {
      for (const _round of ["first", "replacement"]) {
        const files = filesOfEverySize();
        expect(await partner.push(files, { strategy })).toMatchObject({ verification: "content" });
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
    await partner.push([next]);
    await partner.expectDelivered([next], "rename");
  });
});
