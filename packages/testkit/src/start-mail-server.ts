import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { createServer as createTlsServer, TLSSocket } from "node:tls";

/** The server's responses to a recipient and to a message. */
export interface MailAnswer {
  /** Default 250. */
  readonly recipient?: string;
  /** `drop` closes the connection without a response; default 250. */
  readonly message?: string | "drop";
}

export interface ReceivedMail {
  readonly to: string;
  /** Headers and body as sent. */
  readonly source: string;
  /** Whether it arrived over TLS. */
  readonly isEncrypted: boolean;
}

/** A mail server on loopback that stores received mails. */
export interface MailServer {
  readonly url: string;
  /** All mails whose body arrived, oldest first, independent of the response. */
  readonly received: readonly ReceivedMail[];
  /** Sets the responses to all following mails. */
  answerWith(answer: MailAnswer): void;
  close(): Promise<void>;
}

export interface MailServerOptions {
  /** The certificate of a server that offers STARTTLS (RFC 3207), or speaks TLS from the start (RFC 8314). */
  readonly tls?: { readonly key: string; readonly cert: string; readonly isImplicit: boolean };
  /** Whether it requires a login, which it accepts whatever it is. */
  readonly hasLogin?: boolean;
}

/** Starts a mail server (RFC 5321) with the commands that clients need for plain mails. */
export async function startMailServer({ tls, hasLogin = false }: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let answer: MailAnswer = {};
  const isImplicit = tls?.isImplicit === true;
  const take = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    socket.write("220 test\r\n");
    serve(socket, { received, answer: () => answer, hasLogin, startTls: isImplicit ? undefined : tls });
  };
  const server = isImplicit ? createTlsServer(tls, take) : createServer(take);
  server.on("tlsClientError", () => {}); // a client that rejects the certificate
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `${isImplicit ? "smtps" : "smtp"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith: (given) => {
      answer = given;
    },
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}

const KNOWN = new Set(["EHLO", "HELO", "MAIL", "RSET", "NOOP"]);

interface Session {
  readonly received: ReceivedMail[];
  readonly answer: () => MailAnswer;
  readonly hasLogin: boolean;
  readonly startTls: { readonly key: string; readonly cert: string } | undefined;
}

function serve(socket: Socket, session: Session): void {
  const { received, answer, hasLogin, startTls } = session;
  let to = "";
  let lines: string[] | undefined;
  const say = (line: string) => socket.write(`${line}\r\n`);

  function endMessage(source: string): void {
    received.push({ to, source, isEncrypted: socket instanceof TLSSocket });
    lines = undefined;
    const { message = "250 2.0.0 taken" } = answer();
    if (message === "drop") socket.destroy();
    else say(message);
  }

  function handleCommand(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === "RCPT") {
      to = /<(.*)>/.exec(line)?.[1] ?? "";
      say(answer().recipient ?? "250 2.1.5 known");
    } else if (verb === "DATA") {
      lines = [];
      say("354 go on");
    } else if (verb === "QUIT") socket.end("221 bye\r\n");
    else if (verb === "AUTH" && hasLogin) say("235 2.7.0 welcome");
    else if (verb === "EHLO") {
      for (const extension of [...(startTls ? ["STARTTLS"] : []), ...(hasLogin ? ["AUTH PLAIN"] : [])]) {
        socket.write(`250-${extension}\r\n`);
      }
      say("250 test");
    } else if (verb === "STAR" && startTls) upgrade(startTls);
    else say(KNOWN.has(verb) ? "250 test" : "502 5.5.1 unknown");
  }

  function upgrade({ key, cert }: { readonly key: string; readonly cert: string }): void {
    commands.close();
    say("220 2.0.0 go");
    const encrypted = new TLSSocket(socket, { isServer: true, key, cert });
    encrypted.on("error", () => socket.destroy());
    serve(encrypted, { ...session, startTls: undefined });
  }

  const commands = createInterface({ input: socket }).on("line", (line) => {
    if (lines === undefined) handleCommand(line);
    else if (line === ".") endMessage(lines.join("\n"));
    else lines.push(line);
  });
}
