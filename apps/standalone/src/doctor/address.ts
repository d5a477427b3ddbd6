import { lookup } from "node:dns/promises";
import { publicUrlOf } from "@skucast/app-kit/open-origin";
import { type Check, type Finding, fault, ok, warning } from "./check.js";

const LOCAL = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The public URL of the deployment: name resolution, TLS, and who may read metrics. */
export const address: Check = {
  name: "public address",
  async run({ settings }) {
    const url = new URL(publicUrlOf(settings));
    const findings: Finding[] = [await resolved(url)];
    if (!LOCAL.has(url.hostname) && url.protocol !== "https:") {
      findings.push(
        warning(
          `${url.origin} is not encrypted`,
          "put a proxy that terminates TLS in front, and set SKUCAST_PUBLIC_URL",
        ),
      );
    }
    if (!LOCAL.has(url.hostname) && settings.SKUCAST_METRICS_TOKEN === undefined) {
      findings.push(
        warning(
          "/metrics answers only requests from this machine",
          "set SKUCAST_METRICS_TOKEN if Prometheus runs on another machine",
        ),
      );
    }
    return findings;
  },
};

async function resolved({ hostname, origin }: URL): Promise<Finding> {
  try {
    const { address: found } = await lookup(hostname.replace(/^\[|\]$/g, ""));
    return ok(`${origin} resolves to ${found}`);
  } catch {
    return fault(`the name ${hostname} cannot be resolved here`, "add it to the DNS, or correct SKUCAST_PUBLIC_URL");
  }
}
