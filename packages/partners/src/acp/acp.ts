import { SftpFailure } from "@skucast/sftp/sftp-failure";
import { createTestSteps } from "@skucast/sftp/test-steps";
import type { PartnerType } from "../partner.js";
import { createFeedClient } from "./create-feed-client.js";
import { pushProducts } from "./push-products.js";

/** Feeds at hosts of the ACP Feed API. They take products instead of files. */
export const acp: PartnerType = {
  push: pushProducts,
  async test(partner, options) {
    const steps = createTestSteps(options.signal, ["connect", "login"]);
    const client = createFeedClient(partner, options);
    const asking = client.checkFeed();
    try {
      // An answer of any kind means that the host was reached.
      await steps.run("connect", () => asking.catch(unlessAnswer));
      await steps.run("login", () => asking);
    } finally {
      await asking.catch(() => {});
      client.close();
    }
    return { test: { ...steps.result(), host_keys: [] }, isOrdered: false };
  },
  async verify(_partner, _options, files) {
    const message = "the host takes products and has no files; the run's delivery says what it accepted";
    return files.map(() => ({ status: "not_compared", message }));
  },
};

function unlessAnswer(error: unknown): void {
  if (!(error instanceof SftpFailure && error.isAnswer)) throw error;
}
