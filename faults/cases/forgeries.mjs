import { Webhook } from "standardwebhooks";
import { setScene } from "../scene.mjs";

const MUTATIONS = 100_000;
const EVENTS = 20;

export const forgeries = {
  title: `${MUTATIONS} deliveries changed in one place, and replays after the tolerance, against the official verifier`,
  async run(stage, checks) {
    const scene = await setScene(stage, { endpoints: 0 });
    const kept = [];
    const receiver = await stage.openReceiver();
    receiver.keep = (request) => kept.push(request);
    const made = await stage.createEndpoint(scene.api, scene.workspace, receiver, { path: "/f" });
    const library = new Webhook(made.secret);
    const writer = scene.startWriting(0);
    for (let i = 0; i < EVENTS; i += 1) await writer.write();
    await writer.stop();
    await stage.drained(30_000);
    const genuine = kept.filter((request) => accepts(library, request)).length;
    checks.check(`${genuine} of ${kept.length} genuine ones accepted`, genuine === EVENTS && kept.length === EVENTS);
    let accepted = 0;
    for (let i = 0; i < MUTATIONS; i += 1) accepted += accepts(library, mutate(kept[i % kept.length], i)) ? 1 : 0;
    checks.check(`${accepted} of ${MUTATIONS} forgeries accepted (none)`, accepted === 0);
    const now = Date.now;
    Date.now = () => now() + 301_000 + 2_000;
    const replayed = kept.filter((request) => accepts(library, request)).length;
    Date.now = now;
    checks.check(`${replayed} replays accepted after 301 s (none)`, replayed === 0);
    const again = new Set(kept.map(({ headers }) => headers["webhook-id"])).size;
    checks.check(`${again} different ids in ${kept.length} deliveries: a repeat is known by its id`, again === EVENTS);
  },
};

function accepts(library, { headers, body }) {
  try {
    library.verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/** One change in what is signed, or in the signature: a bit of the body, or a character of a header. */
function mutate({ headers, body }, number) {
  const random = () => Math.random();
  const kind = number % 4;
  if (kind === 0) {
    const changed = Buffer.from(body);
    const at = Math.floor(random() * changed.length);
    changed[at] ^= 1 << Math.floor(random() * 7);
    return { headers, body: changed };
  }
  const name = ["webhook-id", "webhook-timestamp", "webhook-signature"][kind - 1];
  return { headers: { ...headers, [name]: mutateText(headers[name], name === "webhook-timestamp") }, body };
}

function mutateText(text, isNumber) {
  if (isNumber) return String(Number(text) + (Math.random() < 0.5 ? 1 : -1) * (1 + Math.floor(Math.random() * 100)));
  // In a list of signatures every one is changed: a single genuine one is enough for a receiver.
  return text
    .split(" ")
    .map((part) => {
      const at = part.indexOf(",") + 1 + Math.floor(Math.random() * (part.length - part.indexOf(",") - 4));
      const changed = part[at] === "A" ? "B" : "A";
      return part.slice(0, at) + changed + part.slice(at + 1);
    })
    .join(" ");
}
