import type { Socket } from "node:net";

/**
 * Has what is written to a socket within one turn leave in one piece. ssh2 writes the length, the body and the tag of a
 * packet one by one, which without Nagle's algorithm are three segments and three calls of the system.
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
