import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { LOGO_CID, LOGO_PNG } from "./logo.js";
import type { Mail, Mailer, MailOutcome } from "./mailer.js";

export interface SmtpOptions {
  /** `smtp://` (with STARTTLS if the server offers it) or `smtps://`, with user name and password if required. */
  readonly url: string;
  /** The sender address. */
  readonly from: string;
  /** Time limit for one email. */
  readonly timeoutMs?: number;
  /** Certificate (PEM) that is trusted in addition to the usual ones. */
  readonly ca?: string;
  /** Called with the outcome of each email. */
  readonly onOutcome?: (outcome: MailOutcome["type"]) => void;
}

const TIMEOUT_MS = 30_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

type Connection = InstanceType<typeof SMTPConnection>;

/**
 * Creates a mailer that opens a connection for each email. It sends a password only over TLS, unless the server is on
 * this machine.
 */
export function openSmtpMailer({ url, from, timeoutMs = TIMEOUT_MS, ca, onOutcome }: SmtpOptions): Mailer {
  const server = new URL(url);
  const auth =
    server.username === "" ? undefined : { user: decodePart(server.username), pass: decodePart(server.password) };
  const secure = server.protocol === "smtps:";
  const options = {
    host: server.hostname.replace(/^\[|\]$/g, ""),
    ...(server.port !== "" && { port: Number(server.port) }),
    secure,
    requireTLS: !secure && auth !== undefined && !LOOPBACK.test(server.hostname),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  };
  async function send(mail: Mail): Promise<MailOutcome> {
    const message = composeMessage(mail, from);
    const envelope = { from: message.getEnvelope().from, to: [mail.to] };
    const bytes = await message.build();
    const connection = new SMTPConnection(options);
    const timer = setTimeout(() => connection.close(), timeoutMs);
    try {
      await openConnection(connection, auth);
      return await sendMessage(connection, () => promisify((done) => connection.send(envelope, bytes, done)));
    } catch (error) {
      // Errors before the message is sent, such as a wrong password, concern the connection, not the message.
      return { type: "unreachable", error: messageOf(error) };
    } finally {
      clearTimeout(timer);
      connection.close();
    }
  }
  return {
    async send(mail) {
      const outcome = await send(mail);
      onOutcome?.(outcome.type);
      return outcome;
    },
  };
}

const decodePart = (encoded: string): string => decodeURIComponent(encoded);

const LOGO = {
  cid: LOGO_CID,
  filename: "logo.png",
  contentType: "image/png",
  contentDisposition: "inline" as const,
  content: LOGO_PNG,
};

function composeMessage({ id, to, subject, text, html, language, at }: Mail, from: string) {
  return new MailComposer({
    from,
    to,
    subject,
    text,
    ...(html !== undefined && { html, ...(html.includes(`cid:${LOGO_CID}`) && { attachments: [LOGO] }) }),
    date: at,
    messageId: `<${id}>`,
    // RFC 3834: prevents automatic replies. RFC 3282: names the language for screen readers and translators.
    headers: { "auto-submitted": "auto-generated", ...(language !== undefined && { "content-language": language }) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
}

async function openConnection(connection: Connection, auth: { user: string; pass: string } | undefined): Promise<void> {
  await promisify((done) => {
    // Connection errors are reported here and fail the step that is waiting.
    connection.on("error", done);
    connection.once("end", () => done(new Error("The mail server closed the connection.")));
    connection.connect(done);
  });
  if (auth) await promisify((done) => connection.login(auth, done));
}

/** From here on, a missing response may mean that the message was accepted. */
async function sendMessage(connection: Connection, send: () => Promise<void>): Promise<MailOutcome> {
  const ended = new Promise<never>((_, reject) => {
    connection.once("error", reject);
    connection.once("end", () => reject(new Error("The mail server closed the connection.")));
  });
  try {
    await Promise.race([send(), ended]);
    return { type: "accepted" };
  } catch (error) {
    return outcomeOf(error);
  } finally {
    ended.catch(() => {}); // prevents an unhandled rejection
  }
}

function promisify(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => begin((error) => (error ? reject(error) : resolve())));
}

/** A response of the server decides; without one, the result is unknown. */
function outcomeOf(error: unknown): MailOutcome {
  const code = error instanceof Error && "responseCode" in error ? error.responseCode : undefined;
  return typeof code === "number" && code >= 400
    ? { type: "refused", isFinal: code >= 500, error: messageOf(error) }
    : { type: "unconfirmed", error: messageOf(error) };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
