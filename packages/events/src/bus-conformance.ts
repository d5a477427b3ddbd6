import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "@skucast/testkit/eventually";
import type { TcpProxy } from "@skucast/testkit/tcp-proxy";
import { BROADCAST_BYTES_MAX, type Bus, BusUnavailableError, type Outcome, type ReceivedMessage } from "./bus.js";
import { bodyHashes, collect, longBody, message, order, orders } from "./bus-conformance-messages.js";
import { deadLetterQueue, type QueueDefinition } from "./topology.js";

const ORDERS = { name: "orders", exchange: "events", pattern: "order.*", deliveryLimit: 2 } as const;
const EVERYTHING = { name: "everything", exchange: "events", pattern: "#", deliveryLimit: 2 } as const;
const JOBS = { name: "jobs", exchange: "work", pattern: "job.start", deliveryLimit: 2 } as const;

/** The queues that the suite declares on the bus under test. */
export const CONFORMANCE_TOPOLOGY: readonly QueueDefinition[] = [ORDERS, EVERYTHING, JOBS];

/** The bus of one process, with a network connection of its own to the server. */
export interface BusConnection {
  readonly bus: Bus;
  readonly proxy: TcpProxy;
  close(): Promise<void>;
}

export interface BusUnderTest {
  /** Opens a bus with the queues of CONFORMANCE_TOPOLOGY; connections of the same namespace share them. */
  openConnection(namespace: string, queueMessagesMax?: number): Promise<BusConnection>;
  /** Deletes everything that the namespace has created. */
  clear(namespace: string): Promise<void>;
  close(): Promise<void>;
}

/** The guarantees of every bus. Run it with `busConformance("name", () => …)` in the test file of each implementation. */
export function busConformance(name: string, arrange: () => Promise<BusUnderTest>): void {
  describe(name, () => {
    let subject: BusUnderTest;
    let connections: BusConnection[] = [];
    let namespace = "";

    beforeAll(async () => {
      subject = await arrange();
    });
    afterEach(async () => {
      await Promise.all(connections.map((connection) => connection.close()));
      if (namespace) await subject.clear(namespace);
      connections = [];
      namespace = "";
    });
    afterAll(() => subject.close());

    async function connect(queueMessagesMax?: number): Promise<BusConnection> {
      namespace ||= `conf_${crypto.randomUUID().slice(0, 8)}.`;
      const opened = await subject.openConnection(namespace, queueMessagesMax);
      connections.push(opened);
      await eventually(() => opened.bus.check().then(() => true));
      return opened;
    }

    test("a message outlives its publisher, byte for byte and with its trace", async () => {
      const message = {
        ...order("a"),
        body: JSON.stringify({ title: "Größe 漢字 😀", filler: "x".repeat(1_000_000) }),
        headers: { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" },
      };
      const first = await connect();
      await first.bus.publish([message]);
      await first.close();
      const { received } = await collect((await connect()).bus, ORDERS);
      await eventually(() => received.length === 1);
      expect(received).toEqual([expect.objectContaining({ ...message, attempt: 1 })]);
    });

    test("each queue gets its copy by the routing key, and work goes only to its own queue", async () => {
      const { bus } = await connect();
      await bus.publish([
        message("order.created", "a"),
        message("job.start", "b"),
        message("other", "c"),
        order("end"),
      ]);
      const [orders, everything, jobs] = await Promise.all([ORDERS, EVERYTHING, JOBS].map((q) => collect(bus, q)));
      await eventually(() => orders?.ids().includes("end") && everything?.ids().includes("end"));
      await eventually(() => jobs?.ids().includes("b"));
      expect([orders?.ids(), everything?.ids(), jobs?.ids()]).toEqual([["a", "end"], ["a", "c", "end"], ["b"]]);
    });

    test("a message that is done is never redelivered", async () => {
      const { bus } = await connect();
      await bus.publish([order("a"), order("b")]);
      const first = await collect(bus, ORDERS);
      await eventually(() => first.received.length === 2);
      await first.consumer.stop();
      await bus.publish([order("end")]);
      const second = await collect((await connect()).bus, ORDERS);
      await eventually(() => second.ids().includes("end"));
      expect(second.ids()).toEqual(["end"]);
    });

    test("retry redelivers a message, counts it, and dead-letters it unchanged after its limit", async () => {
      const { bus } = await connect();
      const { received } = await collect(bus, ORDERS, () => "retry");
      const dead = await collect(bus, deadLetterQueue(ORDERS));
      await bus.publish([order("a")]);
      await eventually(() => dead.received.length === 1);
      expect(received.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
      expect(dead.received).toEqual([expect.objectContaining(order("a"))]);
    });

    test("dead dead-letters a message at once", async () => {
      const { bus } = await connect();
      const { received } = await collect(bus, ORDERS, () => "dead");
      const dead = await collect(bus, deadLetterQueue(ORDERS));
      await bus.publish([order("a")]);
      await eventually(() => dead.received.length === 1);
      expect(received).toHaveLength(1);
    });

    test("a handler that throws counts as retry", async () => {
      const { bus } = await connect();
      const { received } = await collect(bus, ORDERS, ({ attempt }) => {
        if (attempt === 1) throw new Error("the handler failed");
        return "done";
      });
      await bus.publish([order("a")]);
      await eventually(() => received.length === 2);
      expect(received.map(({ attempt }) => attempt)).toEqual([1, 2]);
    });

    test("while a server is unavailable, a message stays in hand and its attempts do not count", async () => {
      const { bus } = await connect();
      let calls = 0;
      const { received } = await collect(bus, ORDERS, () => {
        calls += 1;
        if (calls <= ORDERS.deliveryLimit + 2) throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
        return "done";
      });
      await bus.publish([order("a")]);
      await eventually(() => received.length === ORDERS.deliveryLimit + 3);
      expect(received.every(({ attempt }) => attempt === 1)).toBe(true);
    });

    test("stopping releases a message that waits for a server", async () => {
      const { bus } = await connect();
      const first = await collect(bus, ORDERS, () => {
        throw new BusUnavailableError("unavailable");
      });
      await bus.publish([order("a")]);
      await eventually(() => first.received.length > 0);
      await first.consumer.stop();
      const second = await collect(bus, ORDERS);
      await eventually(() => second.ids().includes("a"));
    });

    test("a consumer that dies loses nothing", async () => {
      const doomed = await connect();
      const survivor = await connect();
      const hang = Promise.withResolvers<Outcome>();
      const first = await collect(doomed.bus, ORDERS, () => hang.promise, 5);
      await doomed.bus.publish(orders(10));
      await eventually(() => first.received.length === 5);
      await doomed.proxy.cut();
      const second = await collect(survivor.bus, ORDERS);
      await eventually(() => new Set(second.ids()).size === 10);
      hang.resolve("done");
    });

    test("as many messages as the prefetch are in hand, and never more", async () => {
      const { bus } = await connect();
      let inHand = 0;
      let inHandMax = 0;
      await bus.publish(orders(40));
      const { received } = await collect(
        bus,
        ORDERS,
        async () => {
          inHand += 1;
          inHandMax = Math.max(inHandMax, inHand);
          await eventually(() => inHand === 4 || received.length === 40);
          await new Promise(setImmediate);
          inHand -= 1;
          return "done" as const;
        },
        4,
      );
      await eventually(() => received.length === 40);
      expect(inHandMax).toBe(4);
    });

    test("stop settles the messages in hand, starts no others and leaves the rest to other consumers", async () => {
      const { bus } = await connect();
      const gate = Promise.withResolvers<Outcome>();
      const first = await collect(bus, ORDERS, () => gate.promise, 3);
      await bus.publish(orders(5));
      await eventually(() => first.received.length === 3);
      const stopped = first.consumer.stop();
      expect(first.consumer.isLive()).toBe(false);
      gate.resolve("done");
      await stopped;
      const second = await collect(bus, ORDERS);
      await eventually(() => second.received.length === 2);
      expect([first.ids(), second.ids()]).toEqual([
        ["0", "1", "2"],
        ["3", "4"],
      ]);
    });

    test("two consumers share the work and each message is handled once", async () => {
      const here = await connect();
      const there = await connect();
      const both: string[] = [];
      const handle = async ({ id }: ReceivedMessage) => {
        both.push(id);
        await new Promise(setImmediate);
        return "done" as const;
      };
      const [first, second] = await Promise.all([here, there].map(({ bus }) => collect(bus, ORDERS, handle, 2)));
      await here.bus.publish(orders(200));
      await eventually(() => both.length >= 200);
      expect(new Set(both).size).toBe(200);
      expect(both).toHaveLength(200);
      expect(Math.min(first?.received.length ?? 0, second?.received.length ?? 0)).toBeGreaterThan(0);
    });

    test("losing the server fails publishing and the health check; both recover with the consumer automatically", async () => {
      const { bus, proxy } = await connect();
      const { received, consumer, ids } = await collect(bus, ORDERS);
      await proxy.cut();
      await expect(bus.publish([order("lost")])).rejects.toBeInstanceOf(BusUnavailableError);
      await expect(bus.check()).rejects.toThrow();
      await proxy.heal();
      await eventually(() => bus.check().then(() => true));
      await bus.publish([order("a")]);
      await eventually(() => received.length > 0);
      expect(consumer.isLive()).toBe(true);
      expect(ids()).toEqual(["a"]);
    });

    test("the health check detects a connection that no longer receives anything", async () => {
      const { bus, proxy } = await connect();
      proxy.freeze();
      await expect(bus.check(AbortSignal.timeout(300))).rejects.toThrow();
      proxy.thaw();
      await eventually(() => bus.check().then(() => true));
    });

    test("one consumer starts messages in the order in which they were published", async () => {
      const { bus } = await connect();
      const { received, ids } = await collect(bus, ORDERS, () => "done", 20);
      // Some are longer than a frame, and than what the socket sends at once.
      const messages = orders(1_000).map((one, i) => (i % 100 === 50 ? { ...one, body: longBody(i) } : one));
      for (let start = 0; start < messages.length; start += 100) await bus.publish(messages.slice(start, start + 100));
      await eventually(() => received.length === messages.length);
      expect(ids()).toEqual(messages.map(({ id }) => id));
      expect(bodyHashes(received)).toEqual(bodyHashes(messages));
    });

    test("10,000 messages from concurrent publishers all arrive", async () => {
      const { bus } = await connect();
      const { received, ids } = await collect(bus, ORDERS, () => "done", 200);
      const messages = orders(10_000);
      const batches = Array.from({ length: 20 }, (_, index) => messages.slice(index * 500, (index + 1) * 500));
      await Promise.all(batches.map((batch) => bus.publish(batch)));
      await eventually(() => ids().length >= 10_000);
      expect(new Set(ids()).size).toBe(10_000);
      expect(new Set(bodyHashes(received))).toEqual(new Set(bodyHashes(messages)));
    });

    test("a full queue gets no further messages, from any process, and publishing still succeeds", async () => {
      const { bus } = await connect(5);
      await bus.publish(orders(8));
      const later = await connect(5);
      for (let i = 0; i < 20; i += 1) await later.bus.publish([message("order.late", `late ${i}`)]);
      const { ids } = await collect(bus, ORDERS);
      await eventually(async () => {
        await bus.publish([order("end")]);
        return ids().includes("end");
      });
      expect(ids().slice(0, 5)).toEqual(["0", "1", "2", "3", "4"]);
      // A process does not know the length of a queue when it publishes for the first time.
      expect(ids().filter((id) => id.startsWith("late")).length).toBeLessThanOrEqual(5);
    });

    test("while one queue is full, another gets the same message; an emptied queue gets messages again", async () => {
      const { bus } = await connect(3);
      await bus.publish(["0", "1", "2"].map((id) => message("other", id)));
      await bus.publish([order("a")]);
      const single = await collect(bus, ORDERS);
      await eventually(() => single.received.length === 1);
      expect(single.received).toEqual([expect.objectContaining(order("a"))]);
      const all = await collect(bus, EVERYTHING);
      await eventually(async () => {
        await bus.publish([message("other", "again")]);
        return all.ids().includes("again");
      });
      expect(all.ids().slice(0, 3)).toEqual(["0", "1", "2"]);
      expect(all.ids()).not.toContain("a");
    });

    test("a broadcast reaches every process that listens to its topic, and none that listens later", async () => {
      const here = await connect();
      const there = await connect();
      const own = listen(here.bus, "news");
      const other = listen(there.bus, "news");
      const elsewhere = listen(there.bus, "sport");
      await eventually(() => own.listening.isLive() && other.listening.isLive() && elsewhere.listening.isLive());
      await here.bus.broadcast("news", "Größe 漢字 😀 a b");
      await here.bus.broadcast("sport", "end");
      await eventually(() => own.received.length + other.received.length + elsewhere.received.length === 3);
      expect([own.received, other.received, elsewhere.received]).toEqual([
        ["Größe 漢字 😀 a b"],
        ["Größe 漢字 😀 a b"],
        ["end"],
      ]);
      const late = listen((await connect()).bus, "news");
      await eventually(() => late.listening.isLive());
      await there.bus.broadcast("news", "last");
      await eventually(() => late.received.length > 0 && own.received.length === 2);
      expect(late.received).toEqual(["last"]);
    });

    test("a listener that loses the server is not live, and recovers automatically", async () => {
      const here = await connect();
      const there = await connect();
      const { listening, received } = listen(here.bus, "news");
      await eventually(() => listening.isLive());
      const first = listening.connection();
      await here.proxy.cut();
      await eventually(() => !listening.isLive());
      expect([first === undefined, listening.connection()]).toEqual([false, undefined]);
      await expect(here.bus.broadcast("news", "unsent")).rejects.toBeInstanceOf(BusUnavailableError);
      await there.bus.broadcast("news", "missed");
      await here.proxy.heal();
      await eventually(() => listening.isLive());
      expect(listening.connection() === first).toBe(false);
      await there.bus.broadcast("news", "heard");
      await eventually(() => received.length > 0);
      expect(received).toEqual(["heard"]);
    });

    test("a broadcast handler that throws gets the next broadcast; a stopped one gets none", async () => {
      const { bus } = await connect();
      const received: string[] = [];
      const failing = bus.listen("news", (body) => {
        received.push(body);
        throw new Error("the handler failed");
      });
      const stopped = listen(bus, "news");
      await eventually(() => failing.isLive() && stopped.listening.isLive());
      await stopped.listening.stop();
      expect(stopped.listening.isLive()).toBe(false);
      await bus.broadcast("news", "a");
      await bus.broadcast("news", "b");
      await eventually(() => received.length === 2);
      expect(stopped.received).toEqual([]);
    });

    test("a broadcast is accepted up to its limit; a longer one, and an invalid topic, are rejected", async () => {
      const { bus } = await connect();
      const { listening, received } = listen(bus, "news");
      await eventually(() => listening.isLive());
      await expect(bus.broadcast("news", "ä".repeat(BROADCAST_BYTES_MAX / 2 + 1))).rejects.toThrow("may have at most");
      await expect(bus.broadcast("No topic", "")).rejects.toThrow("is not a valid broadcast topic");
      await bus.broadcast("news", "x".repeat(BROADCAST_BYTES_MAX));
      await eventually(() => received.length === 1);
      expect(received[0]).toHaveLength(BROADCAST_BYTES_MAX);
    });

    test("closing the bus drains its consumers, and a closed bus rejects everything", async () => {
      const { bus } = await connect();
      const gate = Promise.withResolvers<Outcome>();
      const { received } = await collect(bus, ORDERS, () => gate.promise);
      const { listening } = listen(bus, "news");
      await bus.publish([order("a")]);
      await eventually(() => received.length === 1 && listening.isLive());
      const closed = bus.close();
      gate.resolve("done");
      await closed;
      expect(listening.isLive()).toBe(false);
      await expect(bus.publish([order("b")])).rejects.toBeInstanceOf(BusUnavailableError);
      await expect(bus.broadcast("news", "b")).rejects.toBeInstanceOf(BusUnavailableError);
      await expect(bus.check()).rejects.toBeInstanceOf(BusUnavailableError);
      await expect(collect(bus, ORDERS)).rejects.toBeInstanceOf(BusUnavailableError);
    });
  });
}

function listen(bus: Bus, topic: string) {
  const received: string[] = [];
  return { received, listening: bus.listen(topic, (body) => void received.push(body)) };
}
