import type { AnyAuthMethod, AuthHandlerMiddleware, KeyboardInteractiveAuthMethod } from "ssh2";
import { cleanServerMessage } from "./server-message.js";
import type { SftpAuth } from "./sftp-target.js";

/** The authentication of one connection. */
export interface Authentication {
  /** Decides for ssh2 which method comes next. */
  readonly handler: AuthHandlerMiddleware;
  /** Why the host rejected the login, for the merchant; empty when there is nothing to add. */
  detail(): string;
  /** The host's message, such as a prompt that cannot be answered. */
  serverMessage(): string | undefined;
}

interface Login {
  readonly username: string;
  readonly auth: SftpAuth;
  /** Ends the connection, because no method is left. */
  readonly giveUp: () => void;
}

/**
 * Chooses from the methods that the host reports as accepted (RFC 4252, section 5), so that each secret is sent at
 * most once: first the keys, then the password, by the `password` method or as the answer to a prompt (RFC 4256). A host may
 * require several methods in a row.
 */
export function createAuthentication({ username, auth, giveUp }: Login): Authentication {
  const keys = auth.type === "public_key" ? [auth.private_key, auth.next_private_key].filter(isDefined) : [];
  const { password } = auth;
  let isAsked = false;
  let isPasswordSent = false;
  let accepted: readonly string[] = [];
  let isHalfDone = false;
  let unanswered: string | undefined;
  let last: string | undefined;

  const prompt: KeyboardInteractiveAuthMethod["prompt"] = (_name, _instructions, _language, prompts, done) => {
    const answers: string[] = [];
    for (const { prompt: text, echo = false } of prompts) {
      if (password === undefined || isPasswordSent || !isPasswordPrompt(text, echo)) {
        unanswered = cleanServerMessage(text, password === undefined ? [] : [password]) ?? "(an empty prompt)";
        giveUp();
        return;
      }
      isPasswordSent = true;
      answers.push(password);
    }
    done(answers);
  };

  function choose(methods: readonly string[]): AnyAuthMethod | undefined {
    const [key] = keys;
    if (key !== undefined && methods.includes("publickey")) {
      keys.shift();
      last = "publickey";
      return { type: "publickey", username, key };
    }
    if (password !== undefined && !isPasswordSent && methods.includes("password")) {
      isPasswordSent = true;
      last = "password";
      return { type: "password", username, password };
    }
    // A host may prompt for more after the password: the prompt is reported. A rejected password is not sent again.
    const mayPrompt = last !== "keyboard-interactive" && (!isPasswordSent || isHalfDone);
    if (mayPrompt && (password !== undefined || isHalfDone) && methods.includes("keyboard-interactive")) {
      last = "keyboard-interactive";
      return { type: "keyboard-interactive", username, prompt };
    }
    return undefined;
  }

  return {
    handler: (methods, isPartialSuccess, next) => {
      if (!isAsked) {
        isAsked = true;
        next({ type: "none", username }); // the host rejects this and lists the methods that it accepts
        return;
      }
      accepted = methods;
      isHalfDone = isPartialSuccess === true;
      const method = choose(accepted);
      if (method) next(method);
      else giveUp();
    },
    detail: () => {
      if (unanswered !== undefined) return "it asks for something that Skucast cannot answer";
      const methods = accepted.map(methodName).join(", ");
      if (isHalfDone) return `it accepted the first part and also asks for: ${methods}${adviceFor(auth, accepted)}`;
      const isUseless = last === undefined && methods !== "";
      return isUseless ? `nothing was sent; it only accepts: ${methods}${adviceFor(auth, accepted)}` : "";
    },
    serverMessage: () => unanswered,
  };
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined;

const methodName = (name: string): string => name.replace(/[^a-z0-9@.-]/gi, "?").slice(0, 64);

function adviceFor(auth: SftpAuth, accepted: readonly string[]): string {
  if (auth.type === "public_key") {
    const wantsPassword = accepted.includes("password") || accepted.includes("keyboard-interactive");
    return auth.password === undefined && wantsPassword ? "; give auth.password along with public_key" : "";
  }
  return accepted.includes("publickey") ? "; choose auth.type public_key, with auth.password if it asks for both" : "";
}

const ASKS_PASSWORD =
  /pass(word|phrase|wort)|kennwort|mot de passe|contrase|senha|wachtwoord|l[öo]senord|has[łl]o|parola|парол|密码|密碼|パスワード|비밀번호/iu;
const ASKS_OTHER = /code|token|otp|one[- ]time|verif|factor|pin\b|new |again|retype|repeat|confirm/iu;

/** A prompt that hides the input (RFC 4256, section 3.2), and that asks for a password or contains no letters. */
function isPasswordPrompt(text: string, echo: boolean): boolean {
  if (echo || ASKS_OTHER.test(text)) return false;
  return ASKS_PASSWORD.test(text) || !/\p{L}/u.test(text);
}
