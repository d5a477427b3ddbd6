import { EventEmitter } from "node:events";
import { expect, test } from "@jest/globals";
import { createLogger } from "@skucast/service-kit/logger";
import type { Channel } from "amqplib";
import { keepChannel } from "./rabbitmq-channel.js";

test("a channel that the broker leaves unanswered is given up for another one", async () => {
  const closed: number[] = [];
  let opened = 0;
  const open = async () => {
    opened += 1;
    const number = opened;
    return Object.assign(new EventEmitter(), {
      number,
      close: async () => void closed.push(number),
    }) as unknown as Channel;
  };
  const kept = keepChannel({
    open,
    begin: () => (opened === 1 ? new Promise(() => {}) : Promise.resolve()),
    beginMsMax: 20,
    logger: createLogger({ service: "test", level: "silent" }),
  });
  const { channel } = await kept.ready(10_000);
  expect(channel).toMatchObject({ number: 2 });
  expect(closed).toEqual([1]);
  await kept.close();
  expect(closed).toEqual([1, 2]);
});
