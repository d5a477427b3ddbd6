import type { PartnerServer } from "@skucast/testkit/partner-servers/partner-server";
import { startAsyncssh } from "@skucast/testkit/partner-servers/start-asyncssh";
import { startDropbear } from "@skucast/testkit/partner-servers/start-dropbear";
import { startOpenssh } from "@skucast/testkit/partner-servers/start-openssh";
import { startParamiko } from "@skucast/testkit/partner-servers/start-paramiko";
import { startProftpd } from "@skucast/testkit/partner-servers/start-proftpd";
import { startRclone } from "@skucast/testkit/partner-servers/start-rclone";

export interface PartnerKind {
  readonly start: () => Promise<PartnerServer>;
  /** Whether a file reaches the disk some time after it was closed. */
  readonly isLate?: boolean;
}

/** The servers that partners run. */
export const PARTNER_KINDS: Readonly<Record<string, PartnerKind>> = {
  OpenSSH: { start: startOpenssh },
  ProFTPD: { start: startProftpd },
  dropbear: { start: startDropbear },
  asyncssh: { start: startAsyncssh },
  paramiko: { start: startParamiko },
  "rclone without a cache": { start: startRclone },
  "rclone with a cache": { start: () => startRclone({ cacheMode: "writes" }), isLate: true },
};
