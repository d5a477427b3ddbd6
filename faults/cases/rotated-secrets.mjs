import { setTimeout as pause } from "node:timers/promises";
import { isSigned } from "@skucast/client/webhooks/check-signatures";
import { readHeaders } from "@skucast/client/webhooks/read-headers";
import { verificationKey } from "@skucast/client/webhooks/verification-keys";
import { newWebhookSecret } from "@skucast/credentials/webhook-secret";
import { Webhook } from "standardwebhooks";
import { checkInvariants } from "../expect.mjs";
import { startSystem } from "../system.mjs";
import { call } from "../testbed.mjs";

const ROTATIONS = 3;
/** In place of the usual 24 hours. */
const OVERLAP_MS = 12_000;
const HOUR_MS = 3_600_000;
/** The late receiver changes its key this long before the previous one expires. */
const LATE_MS = 2_000;
const WRITES_PER_SECOND = 25;
const KINDS = ["secret", "key pair"];

export const rotatedSecrets = {
  title: `secret and key pair replaced ${ROTATIONS} times under load with an overlap of ${OVERLAP_MS / 1_000} s, then once without, with two dispatchers`,
  async run(testbed, checks) {
    const system = await startSystem(testbed, { dispatchers: 2, endpoints: 0 });
    const receivers = [];
    for (const kind of KINDS) {
      for (const when of ["at once", "late"]) receivers.push(await openReceiver(testbed, system, { kind, when }));
    }
    const byPath = new Map(receivers.map((one) => [one.path, one]));
    system.receiver.keep = (request, { path }) => byPath.get(path).receive(request);
    const writer = system.startWriting(WRITES_PER_SECOND);
    await pause(3_000);
    for (let i = 0; i < ROTATIONS; i += 1) {
      await Promise.all(receivers.map((one) => one.rotate(OVERLAP_MS)));
      await pause(OVERLAP_MS + 3_000);
    }
    await Promise.all(receivers.map((one) => one.rotate(0)));
    await pause(5_000);
    await writer.stop();
    await testbed.drained(60_000);
    for (const kind of KINDS) {
      const [prompt, late] = receivers.filter((one) => one.kind === kind);
      const counted = `${late.requests.length} requests`;
      checks.check(
        `${kind}: ${late.overlapRejected()} of ${counted} rejected by a receiver that keeps the old key until the overlap ends (none)`,
        late.overlapRejected() === 0,
      );
      const { rejectedCount, underWayCount } = prompt.promptRejected();
      checks.check(
        `${kind}: ${rejectedCount} of ${prompt.requests.length} requests rejected by a receiver that takes the new key at once (none), not counting ${underWayCount} in flight`,
        rejectedCount === 0,
      );
      const { validCount, expiredCount, acceptedCount } = sum([prompt, late].map((one) => one.withFormer()));
      checks.check(
        `${kind}: ${acceptedCount} of ${expiredCount} signed after the expiry were accepted with the old key (none), ${validCount} before it`,
        acceptedCount === 0 && expiredCount > 0 && validCount > 0,
      );
    }
    checkInvariants(checks, await testbed.verdict(writer.accepted));
  },
};

/** @param {Record<string, number>[]} counts */
const sum = ([a, b]) => Object.fromEntries(Object.keys(a).map((name) => [name, a[name] + b[name]]));

/** A receiver with one key of one kind. It counts requests that do not verify, and answers 200 so that each is sent once. */
async function openReceiver(testbed, { api, workspace, receiver }, { kind, when }) {
  const path = `/${kind} ${when}`.replaceAll(" ", "-");
  const made = await testbed.createEndpoint(api, workspace, receiver, { path });
  const keyIn = (answer) => (kind === "secret" ? officialKey(answer.secret) : publicKey(answer.public_key));
  const requests = [];
  /** Each rotation: the previous key, the times of request and response, and when that key expires. */
  const rotations = [];
  let held = keyIn(made);
  let newest = held;

  function receive(request) {
    requests.push({
      ...request,
      isTaken: held(request),
      signedAtMs: Number(request.headers["webhook-timestamp"]) * 1_000,
    });
  }

  async function rotate(overlapMs) {
    // A secret that the caller chose is known before a request is signed with it.
    const secret = newWebhookSecret();
    const asked = { overlap_hours: overlapMs / HOUR_MS, key_pair: kind === "key pair", secret };
    receiver.register(path, { id: made.id, secret });
    const askedAtMs = Date.now();
    const answer = await call(api, workspace, "POST", `/webhook-endpoints/${made.id}/rotate-secret`, asked);
    const answeredAtMs = Date.now();
    const former = answer.former_keys.find((key) => key.kind === kind.replace(" ", "_"));
    const endsAtMs = overlapMs > 0 ? Date.parse(former.signs_until) : answeredAtMs;
    rotations.push({ key: newest, askedAtMs, answeredAtMs, endsAtMs, hasOverlap: overlapMs > 0 });
    newest = keyIn(answer);
    if (when === "late" && overlapMs > 0) await pause(endsAtMs - LATE_MS - Date.now());
    held = newest;
  }

  /** Without an overlap, the late receiver does not count. */
  function overlapRejected() {
    const [last] = rotations.filter(({ hasOverlap }) => !hasOverlap);
    return requests.filter(({ isTaken, arrivedAtMs }) => !isTaken && arrivedAtMs < last.askedAtMs).length;
  }

  /** A signature has the second of its attempt: an attempt of a later second than the response started after it. */
  function promptRejected() {
    const rejected = requests.filter(({ isTaken }) => !isTaken);
    const underWay = rejected.filter(({ signedAtMs, arrivedAtMs }) =>
      rotations.some(({ askedAtMs, answeredAtMs }) => arrivedAtMs >= askedAtMs && signedAtMs <= answeredAtMs),
    );
    return { rejectedCount: rejected.length - underWay.length, underWayCount: underWay.length };
  }

  function withFormer() {
    const counts = { validCount: 0, expiredCount: 0, acceptedCount: 0 };
    for (const { key, endsAtMs } of rotations) {
      const expired = requests.filter(({ signedAtMs }) => signedAtMs >= endsAtMs);
      counts.expiredCount += expired.length;
      counts.acceptedCount += expired.filter(key).length;
      counts.validCount += requests.filter((request) => request.signedAtMs < endsAtMs && key(request)).length;
    }
    return counts;
  }

  return { kind, path, requests, receive, rotate, overlapRejected, promptRejected, withFormer };
}

/** Whether one of the signatures is what the official library computes with the secret. Unlike `verify`, it ignores age. */
function officialKey(secret) {
  const library = new Webhook(secret);
  return ({ headers, body }) => {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    const signature = library.sign(headers["webhook-id"], at, body.toString("utf8"));
    return headers["webhook-signature"].split(" ").includes(signature);
  };
}

/** Whether one of the signatures is of the key pair. The official library does not support v1a. */
function publicKey(text) {
  const keys = [verificationKey(text)];
  return ({ headers, body }) => isSigned(keys, readHeaders(headers), body);
}
