import type { DestinationType } from "@skucast/contracts/destinations/destination-types";
import { acp } from "./acp/acp.js";
import { overSession } from "./over-session.js";
import type { PartnerType } from "./partner.js";
import { sftp } from "./sftp.js";

/**
 * The types of destinations. A new one is a file and a line here. Clients are loaded when they are first used, because that
 * of S3 alone takes tens of megabytes.
 */
export const PARTNER_TYPES: Readonly<Record<DestinationType, PartnerType>> = {
  sftp,
  s3: overSession(async (...given) => (await import("./s3/open-s3.js")).openS3(...given)),
  https: overSession(async (...given) => (await import("./https/open-https.js")).openHttps(...given)),
  acp,
  ftps: overSession(async (...given) => (await import("./ftps/open-ftps.js")).openFtps(...given)),
};
