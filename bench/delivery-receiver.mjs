// A receiver of webhooks in a process of its own, which answers 204 and tells how many have come.
import { createServer } from "node:http";

const TELL_EVERY_MS = 50;
let count = 0;

const server = createServer((message, response) => {
  message.resume();
  message.once("end", () => {
    count += 1;
    response.writeHead(204).end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
setInterval(() => process.send({ count }), TELL_EVERY_MS);
process.once("disconnect", () => process.exit(0));
