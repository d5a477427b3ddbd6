import { expect, test } from "@jest/globals";
import { createBlockChannel } from "./block-channel.js";

const block = (text: string) => Buffer.from(text);

test("holds one block at most: the producer of a second block waits until the first is consumed", async () => {
  const channel = createBlockChannel();
  const order: string[] = [];
  await channel.put(block("1"));
  const second = channel.put(block("2")).then(() => order.push("put 2"));
  await Promise.resolve();
  expect(order).toEqual([]);
  const blocks = channel.blocks[Symbol.asyncIterator]();
  expect((await blocks.next()).value).toEqual(block("1"));
  await second;
  expect(order).toEqual(["put 2"]);
  channel.end();
  expect((await blocks.next()).value).toEqual(block("2"));
  expect((await blocks.next()).done).toBe(true);
});

test("an error ends both sides: it is thrown to the consumer and to a waiting producer", async () => {
  const channel = createBlockChannel();
  await channel.put(block("1"));
  const waiting = channel.put(block("2"));
  channel.end(new Error("the disk is full"));
  await expect(waiting).rejects.toThrow("the disk is full");
  await expect(channel.blocks[Symbol.asyncIterator]().next()).rejects.toThrow("the disk is full");
});
