/** A partner's SFTP server on loopback, over a real folder, for one test. */
export interface PartnerServer {
  readonly host: "127.0.0.1";
  readonly port: number;
  readonly username: string;
  /** Absent where the server accepts keys only. */
  readonly password?: string;
  /** OpenSSH PEM of an ed25519 key that may log in. */
  readonly privateKey: string;
  /** As `ssh-keygen -l` prints them: `SHA256:…`. */
  readonly hostKeysSha256: readonly string[];
  /** An empty folder on disk. */
  readonly folder: string;
  /** The same folder as its clients name it; logins start there. */
  readonly root: string;
  /** The software as it names itself in its SSH identification (RFC 4253, section 4.2), such as `dropbear_2022.83`. */
  readonly version: string;
  /** The last lines that the server wrote to its log. */
  log(): string;
  /** Ends the server with all its sessions and deletes its files. A second call does nothing. */
  stop(): Promise<void>;
}

/** The login of every server that can have users of its own. */
export const USERNAME = "acme";
export const PASSWORD = "partner-password";

/** The same password as crypt(3) with SHA-512 stores it, for servers that read password files. */
export const PASSWORD_HASH =
  "$6$skucastpartner$b38SHT7WbSYYF3PIs4V3DAvadOpjDGPbBeCMH9O1Sa4ZQO/Z1Ks2o/iBoLN0HsiU.sH4lNAPgnUfBFnlSGBbm1";
