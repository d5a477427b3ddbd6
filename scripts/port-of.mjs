/**
 * The port that a listening TCP server has.
 * @param {import("node:net").Server} server
 */
export function portOf(server) {
  return /** @type {import("node:net").AddressInfo} */ (server.address()).port;
}
