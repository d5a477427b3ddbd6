import { isSigned } from "@skucast/client/webhooks/check-signatures";
import { readHeaders } from "@skucast/client/webhooks/read-headers";
import { verificationKey } from "@skucast/client/webhooks/verification-keys";
import { Webhook } from "standardwebhooks";
import { findPythonVerifier } from "../python-verifier.mjs";
import { startSystem } from "../system.mjs";
import { call } from "../testbed.mjs";

const DELIVERIES = 10_000;
const BATCH = 1_000;
const MUTATIONS = 100_000;

export const forgeries = {
  title: `${DELIVERIES} deliveries, ${MUTATIONS} changed at one position, and replays after the tolerance, checked by official libraries of two languages and our verifier`,
  async run(testbed, checks) {
    const { made, kept } = await deliver(testbed);
    const changed = Array.from({ length: MUTATIONS }, (_, i) =>
      mutate(kept[i % kept.length], kept[(i + 1) % kept.length], i),
    );
    const verifiers = verifiersOf(testbed, made);
    for (const [name, verify] of Object.entries(verifiers)) {
      if (!verify) {
        checks.skip(`${name}: it is not installed here (nor on PYTHONPATH) and cannot be installed`);
        continue;
      }
      // The genuine ones are last, which shows that the others were not rejected for their age.
      const forged = count(await verify(changed));
      const genuine = count(await verify(kept));
      checks.check(
        `${name}: ${genuine} of ${kept.length} deliveries accepted, ${forged} of ${changed.length} forgeries (none)`,
        genuine === DELIVERIES && kept.length === DELIVERIES && forged === 0 && changed.length === MUTATIONS,
      );
    }
    const now = Date.now;
    Date.now = () => now() + 301_000 + 2_000;
    const replayed = count(kept.map(officialOf(made.secret)));
    Date.now = now;
    checks.check(`${replayed} replays accepted after 301 s (none)`, replayed === 0);
    const ids = new Set(kept.map(({ headers }) => headers["webhook-id"])).size;
    checks.check(
      `${ids} different ids in ${kept.length} deliveries: repeats are recognized by their id`,
      ids === DELIVERIES,
    );
  },
};

const count = (verdicts) => verdicts.filter(Boolean).length;

/** Real deliveries, as they arrived at a receiver. */
async function deliver(testbed) {
  const { api, workspace } = await startSystem(testbed, { endpoints: 0 });
  const kept = [];
  const receiver = await testbed.openReceiver();
  receiver.keep = (request) => kept.push(request);
  const made = await testbed.createEndpoint(api, workspace, receiver, { path: "/f" });
  const items = Array.from({ length: DELIVERIES }, (_, i) => ({
    sku: `f-${i}`,
    title: `Größe ${i} 漢字 😀`,
    price_amount: 5,
    price_currency: "EUR",
    availability: "in_stock",
  }));
  for (let i = 0; i < DELIVERIES; i += BATCH) {
    await call(api, workspace, "POST", "/products/batch", { items: items.slice(i, i + BATCH) });
  }
  await testbed.drained(120_000);
  return { made, kept };
}

/** By name: a function that returns for each request whether it is accepted; undefined if the library is not available. */
function verifiersOf(testbed, { secret, public_key }) {
  const python = findPythonVerifier(testbed.dir);
  return {
    "official library of JavaScript, v1": (requests) => requests.map(officialOf(secret)),
    "official library of Python, v1": python && ((requests) => python(secret, requests)),
    "our verifier, v1": (requests) => requests.map(oursOf(secret)),
    "our verifier, v1a": (requests) => requests.map(oursOf(public_key)),
  };
}

function officialOf(secret) {
  const library = new Webhook(secret);
  return ({ headers, body }) => isDone(() => library.verify(body, headers));
}

function oursOf(text) {
  const keys = [verificationKey(text)];
  return ({ headers, body }) => {
    let isTaken = false;
    isDone(() => {
      isTaken = isSigned(keys, readHeaders(headers), body);
    });
    return isTaken;
  };
}

function isDone(work) {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Changes a bit of the body, a character of a signed header or signature, or takes the signatures of another request. */
function mutate({ headers, body }, other, number) {
  const kind = number % 5;
  if (kind === 0) {
    const changed = Buffer.from(body);
    const at = Math.floor(Math.random() * changed.length);
    changed[at] ^= 1 << Math.floor(Math.random() * 7);
    return { headers, body: changed };
  }
  if (kind === 4) {
    return { headers: { ...headers, "webhook-signature": other.headers["webhook-signature"] }, body };
  }
  const name = ["webhook-id", "webhook-timestamp", "webhook-signature"][kind - 1];
  return { headers: { ...headers, [name]: mutateText(headers[name], name === "webhook-timestamp") }, body };
}

function mutateText(text, isNumber) {
  if (isNumber) return String(Number(text) + (Math.random() < 0.5 ? 1 : -1) * (1 + Math.floor(Math.random() * 100)));
  // Change every signature of a list, because receivers accept a request with one genuine signature.
  return text
    .split(" ")
    .map((part) => {
      const at = part.indexOf(",") + 1 + Math.floor(Math.random() * (part.length - part.indexOf(",") - 4));
      const changed = part[at] === "A" ? "B" : "A";
      return part.slice(0, at) + changed + part.slice(at + 1);
    })
    .join(" ");
}
