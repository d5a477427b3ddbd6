import type { Socket } from "node:net";

/**
 * Combines everything that is written to a socket within one turn of the event loop. ssh2 writes the length, the body and
 * the tag of a packet separately, which without Nagle's algorithm are three segments and three system calls.
 */
export function gatherWrites(socket: Socket): Socket {
  const write = socket.write;
  let isGathering = false;
  const gathered = (...args: Parameters<typeof write>): boolean => {
    if (!isGathering) {
      isGathering = true;
      socket.cork();
      process.nextTick(() => {
        isGathering = false;
        socket.uncork();
      });
    }
    return write.apply(socket, args);
  };
  return Object.assign(socket, { write: gathered });
}
