import ssh2, { type AuthContext, type KeyboardAuthContext, type PublicKeyAuthContext } from "ssh2";
import { PASSWORD, USERNAME } from "./partner-server.js";
import { CODE, type UnrulyAuth, type UnrulyRecords } from "./unruly-options.js";

interface LoginRules {
  readonly auth: UnrulyAuth;
  /** The only key that may log in: base64 of its blob. */
  readonly publicKey: string;
  readonly records: UnrulyRecords;
}

/** Connections that have authenticated with the key and still need the password. */
const needsPassword = new WeakSet<object>();

type Decision = "accept" | "ask" | { readonly methods: ("password" | "publickey" | "keyboard-interactive")[] };

/** Handles an authentication request (RFC 4252; keyboard-interactive: RFC 4256). */
export function checkLogin(login: AuthContext, connection: object, rules: LoginRules): void {
  if (login.method !== "none") rules.records.logins.push(login.method);
  const neededPassword = needsPassword.has(connection);
  const decision = decide(login, connection, rules);
  if (decision === "accept") login.accept();
  else if (decision !== "ask") login.reject(decision.methods, !neededPassword && needsPassword.has(connection));
  else if (login.method === "keyboard-interactive") ask(login, rules.auth === "keyboard-interactive-code");
}

function decide(login: AuthContext, connection: object, { auth, publicKey }: LoginRules): Decision {
  const isUser = login.username === USERNAME;
  const hasPassword = login.method === "password" && isUser && login.password === PASSWORD;
  if (auth === "password") return hasPassword ? "accept" : { methods: ["password"] };
  if (auth === "keyboard-interactive" || auth === "keyboard-interactive-code") {
    return login.method === "keyboard-interactive" && isUser ? "ask" : { methods: ["keyboard-interactive"] };
  }
  if (login.method === "publickey" && isUser && isSignedBy(publicKey, login)) {
    if (auth === "publickey" || login.signature === undefined) return "accept";
    needsPassword.add(connection);
  }
  if (needsPassword.has(connection)) return hasPassword ? "accept" : { methods: ["password"] };
  return { methods: ["publickey"] };
}

function ask(login: KeyboardAuthContext, wantsCode: boolean): void {
  const reject = () => login.reject(["keyboard-interactive"]);
  login.prompt([{ prompt: "Password: ", echo: false }], "", "", ([password]) => {
    if (password !== PASSWORD) reject();
    else if (!wantsCode) login.accept();
    else askForCode(login, reject);
  });
}

function askForCode(login: KeyboardAuthContext, reject: () => void): void {
  login.prompt([{ prompt: "Verification code: ", echo: true }], "", "", ([code]) => {
    if (code === CODE) login.accept();
    else reject();
  });
}

/** Whether the request uses the allowed key, with a valid signature if it has one. */
function isSignedBy(publicKey: string, login: PublicKeyAuthContext): boolean {
  if (login.key.data.toString("base64") !== publicKey) return false;
  if (login.signature === undefined) return true;
  const key = ssh2.utils.parseKey(`ssh-ed25519 ${publicKey}`);
  if (key instanceof Error || login.blob === undefined) return false;
  return key.verify(login.blob, login.signature, login.hashAlgo) === true;
}
