/** The server that most tests want of a partner: OpenSSH. */
export { type OpensshServer as SshServer, startOpenssh as startSshServer } from "./partner-servers/start-openssh.js";
