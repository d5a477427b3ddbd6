import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { groupServices, runServices, type Service } from "./service.js";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const never = () => new Promise<void>(() => {});

function scene(...overrides: Partial<Service>[]) {
  const told: string[] = [];
  const services = overrides.map((override, index): Service => {
    const name = "abcdef".charAt(index);
    const tell = (step: "start" | "drain" | "stop") => async () => {
      told.push(`${step} ${name}`);
      await override[step]?.();
    };
    return { name, start: tell("start"), drain: tell("drain"), stop: tell("stop") };
  });
  return { told, services };
}

describe("groupServices", () => {
  test("starts in order, drains and stops in reverse", async () => {
    const { told, services } = scene({}, {}, {});
    const group = await runServices(services);
    await group.drain();
    await group.stop();
    expect(told.join(", ")).toBe("start a, start b, start c, drain c, drain b, drain a, stop c, stop b, stop a");
  });

  test("a failed start stops what had started, in reverse, and is thrown", async () => {
    const broken = { start: () => Promise.reject(new Error("port taken")) };
    const { told, services } = scene({}, {}, broken, {});
    await expect(runServices(services)).rejects.toThrow("port taken");
    expect(told.join(", ")).toBe("start a, start b, start c, stop b, stop a");
  });

  test("a failed start whose clean-up also fails reports both", async () => {
    const { services } = scene(
      { stop: () => Promise.reject(new Error("stuck")) },
      { start: () => Promise.reject(new Error("port taken")) },
    );
    const failure = await runServices(services).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AggregateError);
    expect(failure).toMatchObject({ errors: [{ message: "port taken" }, { message: "stuck" }] });
  });

  test("one that fails to stop does not keep the others open, and all errors are thrown at the end", async () => {
    const fails = (message: string) => ({ stop: () => Promise.reject(new Error(message)) });
    const { told, services } = scene({}, fails("first"), fails("second"));
    const group = await runServices(services);
    await expect(group.stop()).rejects.toMatchObject({ errors: [{ message: "second" }, { message: "first" }] });
    expect(told.slice(3)).toEqual(["stop c", "stop b", "stop a"]);
  });

  test("one that throws instead of rejecting is treated the same", async () => {
    const { services, told } = scene({}, {});
    const thrower: Service = { name: "t", start: async () => {}, drain: throws, stop: throws };
    const group = await runServices([...services, thrower]);
    await expect(group.drain()).rejects.toMatchObject({ errors: [{ message: "thrown" }] });
    await expect(group.stop()).rejects.toMatchObject({ errors: [{ message: "thrown" }] });
    expect(told.slice(2)).toEqual(["drain b", "drain a", "stop b", "stop a"]);
  });

  test("all share one drain limit, and each is drained even after it", async () => {
    const { told, services } = scene({}, { drain: never }, { drain: never });
    const group = await runServices(services, { drainTimeoutMs: 1_000 });
    const drained = group.drain().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1_010);
    expect(await drained).toMatchObject({
      errors: [
        { message: "c: work in progress did not finish in time" },
        { message: "b: work in progress did not finish in time" },
      ],
    });
    expect(told.slice(3)).toEqual(["drain c", "drain b", "drain a"]);
  });

  test("one that hangs while stopping is abandoned after the limit", async () => {
    const { told, services } = scene({}, { stop: never });
    const group = await runServices(services, { stopTimeoutMs: 700 });
    const stopped = group.stop().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(700);
    expect(await stopped).toMatchObject({ errors: [{ message: "b: did not stop within 700 ms" }] });
    expect(told.at(-1)).toBe("stop a");
  });

  test("a second stop joins the first", async () => {
    const { told, services } = scene({});
    const group = await runServices(services);
    await Promise.all([group.stop(), group.stop()]);
    await group.stop();
    expect(told).toEqual(["start a", "stop a"]);
  });

  test("a stop during the start waits for the one that is starting and starts no other", async () => {
    let finishStart = () => {};
    const slow = {
      start: () =>
        new Promise<void>((resolve) => {
          finishStart = resolve;
        }),
    };
    const { told, services } = scene({}, slow, {});
    const group = groupServices("group", services);
    const started = group.start().catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(0);
    const stopped = group.stop();
    finishStart();
    await stopped;
    expect(await started).toMatchObject({ message: "group: stopped while starting" });
    expect(told).toEqual(["start a", "start b", "stop b", "stop a"]);
  });

  test("stopping what never started does nothing", async () => {
    const { told, services } = scene({});
    await groupServices("group", services).stop();
    expect(told).toEqual([]);
  });
});

function throws(): Promise<void> {
  throw new Error("thrown");
}
