import { EventEmitter } from "node:events";
import { expect, test } from "@jest/globals";
import { createLogger } from "@skucast/service-kit/logger";
import type { Channel } from "amqplib";
import { openRecoveringChannel } from "./rabbitmq-channel.js";

test("a channel on which the broker does not answer is replaced", async () => {
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
  const recovering = openRecoveringChannel({
    open,
    setUp: () => (opened === 1 ? new Promise(() => {}) : Promise.resolve()),
    setUpMsMax: 20,
    logger: createLogger({ service: "test", level: "silent" }),
  });
  const { channel } = await recovering.ready(10_000);
  expect(channel).toMatchObject({ number: 2 });
  expect(closed).toEqual([1]);
  await recovering.close();
  expect(closed).toEqual([1, 2]);
});
