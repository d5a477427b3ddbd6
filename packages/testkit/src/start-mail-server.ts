import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** The server's responses to a recipient and to a message. */
export interface MailAnswer {
  /** Default 250. */
  readonly recipient?: string;
  /** `drop` closes the connection without a response; default 250. */
  readonly message?: string | "drop";
}

export interface ReceivedMail {
  readonly to: string;
  /** Headers and body as sent, with the line ends of Unix. */
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
  /** Whether it offers a login over TLS, which it accepts whatever it is. */
  readonly hasLogin?: boolean;
}

/** Starts a mail server (RFC 5321). */
export async function startMailServer({ tls, hasLogin = false }: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let answer: MailAnswer = {};
  const isImplicit = tls?.isImplicit === true;
  const disconnect = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    secure: isImplicit,
    ...(tls && { key: tls.key, cert: tls.cert }),
    disabledCommands: [...(tls ? [] : ["STARTTLS"]), ...(hasLogin ? [] : ["AUTH"])],
    authOptional: true,
    disableReverseLookup: true,
    onAuth: (_login, _session, callback) => callback(null, { user: "anyone" }),
    onRcptTo: (_address, _session, callback) => callback(refusalOf(answer.recipient)),
    onData: async (stream, { envelope, secure }, callback) => {
      const source = (await text(stream)).replaceAll("\r\n", "\n");
      received.push({ to: envelope.rcptTo[0]?.address ?? "", source, isEncrypted: secure });
      if (answer.message === "drop") disconnect();
      else callback(refusalOf(answer.message));
    },
  });
  server.on("error", () => {}); // a client that rejects the certificate or leaves
  server.server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  const listener = server.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    url: `${isImplicit ? "smtps" : "smtp"}://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    received,
    answerWith: (given) => {
      answer = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        disconnect();
      }),
  };
}

/** A response such as `450 4.2.1 later`, as the error from which the server makes it. */
function refusalOf(response: string | undefined): Error | null {
  if (response === undefined) return null;
  return Object.assign(new Error(response.slice(4)), { responseCode: Number(response.slice(0, 3)) });
}
