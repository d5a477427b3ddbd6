/** The partner server that most tests use: OpenSSH. */
export { type OpensshServer as SshServer, startOpenssh as startSshServer } from "./partner-servers/start-openssh.js";
