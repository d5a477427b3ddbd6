import type { SentVariant } from "../product-ledger.js";
import type { AcpProduct } from "./acp-product.js";
import type { Upserted } from "./create-feed-client.js";

/** A product for the host, with what the ledger stores when it is accepted. */
export interface Upsert {
  readonly product: AcpProduct;
  readonly hash: string | null;
  readonly variants: readonly SentVariant[];
}

export interface Sending {
  readonly productsMax: number;
  readonly send: (body: string) => Promise<Upserted>;
  readonly onAccepted: (upserts: readonly Upsert[]) => Promise<void>;
  readonly onRejected: (upsert: Upsert, message: string) => void;
}

const BODY_CHARACTERS_MAX = 1_000_000;

/**
 * Sends products in portions, one after the other. The host accepts or rejects a portion as a whole, so one that is rejected
 * is halved until the products that are the reason are alone.
 */
export async function sendPortions(upserts: Iterable<Upsert>, sending: Sending): Promise<void> {
  let portion: Written[] = [];
  let characters = 0;
  for (const upsert of upserts) {
    const json = JSON.stringify(upsert.product);
    if (json.length > BODY_CHARACTERS_MAX) {
      sending.onRejected(upsert, `is ${json.length} characters long; a request has at most ${BODY_CHARACTERS_MAX}`);
      continue;
    }
    if (portion.length === sending.productsMax || characters + json.length > BODY_CHARACTERS_MAX) {
      await sendPortion(portion, sending);
      portion = [];
      characters = 0;
    }
    portion.push({ upsert, json });
    characters += json.length;
  }
  if (portion.length > 0) await sendPortion(portion, sending);
}

interface Written {
  readonly upsert: Upsert;
  readonly json: string;
}

async function sendPortion(portion: readonly Written[], sending: Sending): Promise<void> {
  const answer = await sending.send(`{"products":[${portion.map(({ json }) => json).join(",")}]}`);
  if (answer.isAccepted) return sending.onAccepted(portion.map(({ upsert }) => upsert));
  const [first] = portion;
  if (portion.length === 1 && first) return sending.onRejected(first.upsert, answer.message);
  const middle = Math.ceil(portion.length / 2);
  await sendPortion(portion.slice(0, middle), sending);
  await sendPortion(portion.slice(middle), sending);
}
