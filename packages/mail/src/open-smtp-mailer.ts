import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Mail, Mailer, MailOutcome } from "./mailer.js";

export interface SmtpOptions {
  /** `smtp://` (with STARTTLS where the server offers it) or `smtps://`, with user name and password if it wants them. */
  readonly url: string;
  /** The sender. */
  readonly from: string;
  /** One mail takes no longer than this. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

type Connection = InstanceType<typeof SMTPConnection>;

/**
 * A mailer that opens a connection for each mail. A password is given over TLS alone, unless the server is on this
 * machine.
 */
export function openSmtpMailer({ url, from, timeoutMs = TIMEOUT_MS }: SmtpOptions): Mailer {
  const server = new URL(url);
  const auth = server.username === "" ? undefined : { user: partOf(server.username), pass: partOf(server.password) };
  const secure = server.protocol === "smtps:";
  const options = {
    host: server.hostname.replace(/^\[|\]$/g, ""),
    ...(server.port !== "" && { port: Number(server.port) }),
    secure,
    requireTLS: !secure && auth !== undefined && !LOOPBACK.test(server.hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  };
  return {
    async send(mail) {
      const message = composed(mail, from);
      const envelope = { from: message.getEnvelope().from, to: [mail.to] };
      const bytes = await message.build();
      const connection = new SMTPConnection(options);
      const timer = setTimeout(() => connection.close(), timeoutMs);
      try {
        await opened(connection, auth);
        return await told(connection, () => step((done) => connection.send(envelope, bytes, done)));
      } catch (error) {
        // Whatever is wrong before the mail is told, a password for one, is wrong with the connection, not with the mail.
        return { type: "unreachable", error: messageOf(error) };
      } finally {
        clearTimeout(timer);
        connection.close();
      }
    },
  };
}

const partOf = (encoded: string): string => decodeURIComponent(encoded);

function composed({ id, to, subject, text, at }: Mail, from: string) {
  return new MailComposer({
    from,
    to,
    subject,
    text,
    date: at,
    messageId: `<${id}>`,
    // RFC 3834: nobody's absence note answers it.
    headers: { "auto-submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
}

async function opened(connection: Connection, auth: { user: string; pass: string } | undefined): Promise<void> {
  await step((done) => {
    // Whatever breaks the connection is told here; the step that waits for it then fails too.
    connection.on("error", done);
    connection.once("end", () => done(new Error("The mail server closed the connection.")));
    connection.connect(done);
  });
  if (auth) await step((done) => connection.login(auth, done));
}

/** From here on silence may mean that the mail was taken over. */
async function told(connection: Connection, send: () => Promise<void>): Promise<MailOutcome> {
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
    ended.catch(() => {}); // nobody waits for it any more
  }
}

function step(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => begin((error) => (error ? reject(error) : resolve())));
}

/** An answer of the server decides; without one nobody knows. */
function outcomeOf(error: unknown): MailOutcome {
  const code = error instanceof Error && "responseCode" in error ? error.responseCode : undefined;
  return typeof code === "number" && code >= 400
    ? { type: "refused", isFinal: code >= 500, error: messageOf(error) }
    : { type: "unconfirmed", error: messageOf(error) };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
