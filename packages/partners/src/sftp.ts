import { parseLogin } from "@skucast/sftp/login";
import { pushFiles } from "@skucast/sftp/push-files";
import type { SftpTarget } from "@skucast/sftp/sftp-target";
import { testTarget } from "@skucast/sftp/test-target";
import { verifyTarget } from "@skucast/sftp/verify-target";
import type { Partner, PartnerType } from "./partner.js";

/** The login target of an SFTP destination. */
export const sftpTargetOf = (partner: Partner): SftpTarget => {
  const { host, port, username, hostKeys, isLegacyAllowed, login, nextLogin } = partner;
  return { host, port, username, hostKeys, isLegacyAllowed, auth: parseLogin(login, nextLogin) };
};

export const sftp: PartnerType = {
  push(partner, options, push, leftovers) {
    const { folder, strategy, verify, writesMax } = partner;
    return pushFiles(sftpTargetOf(partner), options, { ...push, folder, strategy, verify, writesMax }, leftovers);
  },
  test(partner, options, test) {
    const { folder, strategy, verify, writesMax } = partner;
    return testTarget({ ...options, ...test, target: sftpTargetOf(partner), folder, strategy, verify, writesMax });
  },
  verify: (partner, options, files) => verifyTarget(sftpTargetOf(partner), options, { folder: partner.folder, files }),
};
