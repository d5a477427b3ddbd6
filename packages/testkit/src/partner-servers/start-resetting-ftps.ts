import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import { createCertificate } from "../create-certificate.js";

/** An FTPS server that resets each upload's data connection first and replies afterwards. */
export interface ResettingFtps {
  readonly port: number;
  /** The certificate that clients must trust, for the name localhost. */
  readonly ca: string;
  stop(): Promise<void>;
}

export interface ResettingFtpsSettings {
  /** The reply after the reset, such as `552 Disk full.` */
  readonly reply: string;
  /** Bytes of the upload that are accepted before the reset; undefined resets before the transfer begins. */
  readonly afterBytes?: number;
  /** Milliseconds between the reset and the reply. */
  readonly delayMs: number;
}

const SIMPLE_REPLIES: Readonly<Record<string, string>> = {
  USER: "331 Password?",
  PASS: "230 Welcome.",
  PBSZ: "200 OK.",
  PROT: "200 OK.",
  TYPE: "200 OK.",
  QUIT: "221 Bye.",
};

/** Starts the server on a free port of 127.0.0.1. It accepts every login, and has no files. */
export async function startResettingFtps(settings: ResettingFtpsSettings): Promise<ResettingFtps> {
  const { key, cert } = createCertificate(["localhost"]);
  const context = createSecureContext({ key, cert });
  const secure = (socket: Socket) => new TLSSocket(socket, { isServer: true, secureContext: context });
  const open = new Set<Socket | Server>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
    socket.write("220 Ready.\r\n");
    socket.once("data", () => {
      socket.write("234 TLS.\r\n");
      serveCommands(secure(socket));
    });
  });

  function serveCommands(control: Socket): void {
    const reply = (line: string) => control.write(`${line}\r\n`);
    let data: Promise<Socket> | undefined;
    control.on("error", () => {});
    control.on("data", async (chunk) => {
      const [command = ""] = chunk.toString().trim().split(" ");
      if (command === "EPSV") {
        const listener = createServer();
        open.add(listener);
        data = once(listener, "connection").then(([socket]: Socket[]) => socket as Socket);
        listener.listen(0, "127.0.0.1");
        await once(listener, "listening");
        reply(`229 Extended passive mode (|||${(listener.address() as AddressInfo).port}|)`);
      } else if (command === "STOR" && data) {
        const raw = await data;
        open.add(raw);
        raw.on("error", () => {});
        if (settings.afterBytes !== undefined) {
          reply("150 Go on.");
          await received(secure(raw), settings.afterBytes);
        }
        raw.resetAndDestroy();
        setTimeout(() => reply(settings.reply), settings.delayMs);
      } else reply(SIMPLE_REPLIES[command] ?? "502 Not here.");
    });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    ca: cert,
    async stop() {
      for (const each of open) "destroy" in each ? each.destroy() : each.close();
      server.close();
      await once(server, "close");
    },
  };
}

function received(socket: Socket, bytes: number): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      count += chunk.length;
      if (count >= bytes) resolve();
    });
  });
}
