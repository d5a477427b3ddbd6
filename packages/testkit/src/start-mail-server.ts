import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

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

/** Starts a mail server (RFC 5321) with the commands that clients need for plain mails. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let answer: MailAnswer = {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
    serve(socket, { received, answer: () => answer });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
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

function serve(socket: Socket, { received, answer }: { received: ReceivedMail[]; answer: () => MailAnswer }): void {
  let to = "";
  let lines: string[] | undefined;
  const say = (line: string) => socket.write(`${line}\r\n`);

  function endMessage(source: string): void {
    received.push({ to, source });
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
    else say(KNOWN.has(verb) ? "250 test" : "502 5.5.1 unknown");
  }

  say("220 test");
  createInterface({ input: socket }).on("line", (line) => {
    if (lines === undefined) handleCommand(line);
    else if (line === ".") endMessage(lines.join("\n"));
    else lines.push(line);
  });
}
