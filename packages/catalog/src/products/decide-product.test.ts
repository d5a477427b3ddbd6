import { describe, expect, test } from "@jest/globals";
import type { Problem } from "@skucast/contracts/problem";
import type { ProductBody, ProductContent } from "@skucast/contracts/products/product";
import { decideChange, decideDeletion, hashed, type StoredState, type WantedChange } from "./decide-product.js";
import { canonical } from "./product-content.js";

const content = {
  sku: "A",
  title: "Tee",
  brand: "Acme",
  condition: "new",
  availability: "in_stock",
  price_amount: 19.9,
  price_currency: "USD",
  status: "active",
} as ProductContent;
const complete = { title: "Tee", price_amount: 19.9, price_currency: "USD", availability: "in_stock" } as ProductBody;
const live = (change: Partial<StoredState> = {}): StoredState => {
  const stored = { version: 3, deleted: false, content, ...change };
  return { ...stored, contentHash: stored.content ? hashed(canonical(stored.content)).hash : "" };
};
const tombstone = live({ deleted: true });

/** A decision with the plain content instead of its JSON and hash. */
function told(decision: ReturnType<typeof decideChange>) {
  if (decision.type === "unchanged") return decision;
  const { next, ...rest } = decision;
  expect(next).toEqual(hashed(next.content));
  return { ...rest, content: next.content };
}

const decide = (body: ProductBody, stored: StoredState | null, change: Partial<WantedChange> = {}) =>
  told(decideChange({ sku: "A", body, mode: "merge", mustExist: false, ...change }, stored));

function rejectionOf(work: () => unknown): Pick<Problem, "code" | "faults" | "members"> {
  try {
    work();
  } catch (error) {
    const { code, faults, members } = error as Problem;
    return { code, faults, members };
  }
  throw new Error("it was not rejected");
}

describe("a new SKU", () => {
  test("is created at version 1, by default new and active", () => {
    expect(decide(complete, null)).toEqual({
      type: "write",
      eventType: "product.created",
      version: 1,
      before: null,
      content: { sku: "A", ...complete, condition: "new", status: "active" },
    });
  });

  test("needs the required fields; all missing ones are reported at once", () => {
    expect(rejectionOf(() => decide({}, null)).faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      "/title required",
      "/price_amount required",
      "/price_currency required",
      "/availability required",
    ]);
  });

  test("can have a version in the body", () => {
    expect(decide({ ...complete, version: 1_700_000_000_000 }, null)).toMatchObject({ version: 1_700_000_000_000 });
  });

  test("is not created by PATCH", () => {
    expect(rejectionOf(() => decide(complete, null, { mustExist: true })).code).toBe("not_found");
    expect(rejectionOf(() => decide(complete, tombstone, { mustExist: true })).code).toBe("not_found");
  });
});

describe("a stored product", () => {
  test("keeps absent fields in a merge, with the next version", () => {
    expect(decide({ price_amount: 18 }, live())).toEqual({
      type: "write",
      eventType: "product.updated",
      version: 4,
      before: content,
      content: { ...content, price_amount: 18 },
    });
  });

  test("loses absent fields in a replacement, and must still be complete", () => {
    const { brand: _brand, ...rest } = content;
    expect(decide({ ...complete, title: "New" }, live(), { mode: "replace" })).toMatchObject({
      content: { ...rest, title: "New" },
    });
    const refusal = rejectionOf(() => decide({ title: "New" }, live(), { mode: "replace" }));
    expect(refusal.faults.map(({ pointer }) => pointer)).toEqual(["/price_amount", "/price_currency", "/availability"]);
  });

  test("a replacement without condition and status resets them to new and active", () => {
    const used = { ...content, condition: "used", status: "draft" } as ProductContent;
    expect(decide(complete, live({ content: used }), { mode: "replace" })).toMatchObject({
      content: { condition: "new", status: "active" },
    });
    expect(decide({}, live({ content: used }))).toEqual({ type: "unchanged" });
  });

  test("null clears a field; clearing an empty field changes nothing", () => {
    expect(decide({ brand: null }, live())).toMatchObject({ content: expect.not.objectContaining({ brand: "Acme" }) });
    expect(decide({ gtin: null }, live())).toEqual({ type: "unchanged" });
  });

  test.each<[ProductBody]>([[{}], [complete], [{ brand: "Acme" }], [{ price_amount: 19.9 }]])(
    "%j changes nothing",
    (body) => expect(decide(body, live())).toEqual({ type: "unchanged" }),
  );

  test("lists are replaced and objects merged", () => {
    const tagged = { ...content, tags: ["a", "b"], seller: { name: "N", url: "https://a.example/" } } as ProductContent;
    expect(decide({ tags: ["b"], seller: { name: "M" } }, live({ content: tagged }))).toMatchObject({
      content: { tags: ["b"], seller: { name: "M" } },
    });
  });

  test("is checked after merging, not only the body", () => {
    const onSale = live({ content: { ...content, sale_price_amount: 15 } as ProductContent });
    expect(rejectionOf(() => decide({ price_amount: 15 }, onSale)).faults[0]?.pointer).toBe("/sale_price_amount");
    expect(rejectionOf(() => decide({ price_currency: "JPY" }, live())).faults[0]).toMatchObject({
      pointer: "/price_amount",
      code: "too_many_decimals",
    });
  });
});

describe("a version in the body", () => {
  test("below the stored one is stale, with any content", () => {
    for (const body of [complete, { title: "Other" }]) {
      const refusal = rejectionOf(() => decide({ ...body, version: 2 }, live()));
      expect(refusal).toMatchObject({ code: "stale_version", members: { stored_version: 3 } });
    }
  });

  test("equal to the stored one is accepted for the same content and stale for other content", () => {
    expect(decide({ ...complete, version: 3 }, live())).toEqual({ type: "unchanged" });
    expect(rejectionOf(() => decide({ title: "Other", version: 3 }, live())).code).toBe("stale_version");
  });

  test("above the stored one becomes the stored one", () => {
    expect(decide({ title: "Other", version: 10 }, live())).toMatchObject({
      version: 10,
      eventType: "product.updated",
    });
  });

  test("above the stored one is stored for the same content too, without an event, so that late writes are rejected", () => {
    expect(decide({ ...complete, version: 10 }, live())).toMatchObject({
      type: "write",
      version: 10,
      eventType: "none",
    });
    const known = decide({ ...complete, brand: "Acme", version: 10 }, live({ content: null }));
    expect(known).toMatchObject({ eventType: "none", version: 10, content: { title: "Tee", status: "active" } });
    expect(rejectionOf(() => decide({ title: "Late", version: 7 }, live({ version: 10 }))).code).toBe("stale_version");
  });

  test("at or below a tombstone's is stale: a late write cannot recreate a deleted product", () => {
    for (const version of [1, 3]) {
      expect(rejectionOf(() => decide({ ...complete, version }, tombstone)).code).toBe("stale_version");
    }
    expect(decide({ ...complete, version: 4 }, tombstone)).toMatchObject({ eventType: "product.created", version: 4 });
  });

  test("absent, becomes the next one, also after a tombstone", () => {
    expect(decide(complete, tombstone)).toMatchObject({ eventType: "product.created", version: 4, before: null });
  });
});

describe("a precondition", () => {
  const seen: (number | null)[] = [];
  const precondition = (version: number | null) => {
    seen.push(version);
    if (version !== 3) throw new Error("412");
  };
  test("is called with the live version, or null if there is no product", () => {
    decide(complete, live(), { precondition });
    expect(() => decide(complete, null, { precondition })).toThrow("412");
    expect(() => decide(complete, tombstone, { precondition })).toThrow("412");
    expect(seen).toEqual([3, null, null]);
  });
  test("is checked before the version and the fields", () => {
    expect(() => decide({ version: 1 }, live({ version: 9 }), { precondition })).toThrow("412");
  });
});

describe("a deletion", () => {
  test("keeps the content, with the next version", () => {
    expect(told(decideDeletion("A", live()))).toEqual({
      type: "write",
      eventType: "product.deleted",
      version: 4,
      content,
      before: content,
    });
  });
  test.each([null, tombstone])("of a missing product is not_found", (stored) => {
    expect(rejectionOf(() => decideDeletion("A", stored)).code).toBe("not_found");
  });
  test("calls its precondition with the version", () => {
    expect(() => decideDeletion("A", live(), (version) => expect(version).toBe(7))).toThrow();
  });
});

describe("content that the body gives alone", () => {
  const body = { ...content, title: "Other" } as unknown as ProductBody;
  const whole = hashed(canonical(body));

  test("is written if the body sets every stored field", () => {
    const decision = decideChange({ sku: "A", body, mode: "merge", mustExist: false, whole: () => whole }, live());
    expect(decision).toMatchObject({ type: "write", next: whole });
  });

  test("is not written, and not even hashed, if the body keeps a stored field", () => {
    const unwanted = () => {
      throw new Error("was hashed");
    };
    const stored = live({ content: { ...content, mpn: "M-1" } as ProductContent });
    expect(decide(body, stored, { whole: unwanted })).toMatchObject({ content: { title: "Other", mpn: "M-1" } });
  });
});

describe("members of objects", () => {
  const stored = live({
    content: canonical({
      ...content,
      weight: { value: 1, unit: "kg" },
      dimensions: { length: 3, width: 2, unit: "cm" },
      seller: { name: "Acme", url: "https://acme.example/" },
      metadata: { a: "1", b: "2" },
      translations: { de: { title: "Hemd", color: "rot" }, fr: { title: "Chemise" } },
      custom_attributes: { list: ["x"], on: true },
      channel_overrides: { ch_1: { title: "Mine", brand: null } },
    }),
  });
  const after = (body: object, mode: "merge" | "replace" = "merge") => {
    const decision = decide({ ...complete, ...body } as ProductBody, stored, { mode });
    return decision.type === "write" ? decision.content : stored.content;
  };

  test.each([
    [{ weight: { value: 2 } }, { weight: { value: 2, unit: "kg" } }],
    [{ dimensions: { height: 9, length: null } }, { dimensions: { width: 2, height: 9, unit: "cm" } }],
    [{ seller: { url: null } }, { seller: { name: "Acme" } }],
    [{ metadata: { c: "3", a: null } }, { metadata: { b: "2", c: "3" } }],
    [{ translations: { de: { color: null }, fr: null } }, { translations: { de: { title: "Hemd" } } }],
    [{ custom_attributes: { list: ["y", "z"] } }, { custom_attributes: { list: ["y", "z"], on: true } }],
    [
      { channel_overrides: { ch_2: { title: "Two" } } },
      { channel_overrides: { ch_1: { title: "Mine", brand: null }, ch_2: { title: "Two" } } },
    ],
    [{ metadata: { a: null, b: null } }, { metadata: {} }],
    [{ metadata: null }, { metadata: undefined }],
  ])("%j is merged into the stored object", (body, expected) => {
    expect(after(body)).toEqual(canonical({ ...stored.content, ...expected }));
  });

  test("are in the order of the contract, so that the same content has the same hash", () => {
    const first = after({ dimensions: { height: 9 } });
    const second = after({ dimensions: { height: 9, length: 3 } });
    expect(JSON.stringify(first)).toBe(JSON.stringify(second));
    expect(Object.keys(first?.dimensions ?? {})).toEqual(["length", "width", "height", "unit"]);
  });

  test("a body that sets every stored member is recognized as complete, one that omits a member is not", () => {
    for (const metadata of [{ a: "9" }, { a: "9", b: "8" }]) {
      const body = { ...complete, metadata } as ProductBody;
      const whole = () => hashed(canonical({ ...body, sku: "A" }));
      const small = live({ content: canonical({ ...content, brand: null, metadata: { a: "1", b: "2" } }) });
      expect(decide(body, small, { whole })).toMatchObject({ content: { metadata: { b: "2", ...metadata } } });
    }
  });

  test("replace keeps nothing that is stored; null is no value there either", () => {
    expect(after({ metadata: { z: "1", a: null } }, "replace")).toEqual({
      sku: "A",
      ...complete,
      condition: "new",
      status: "active",
      metadata: { z: "1" },
    });
  });

  test.each([
    [{ weight: { unit: null } }, "/weight/unit not_allowed"],
    [{ dimensions: { width: null } }, "/dimensions too_few_dimensions"],
    [{ metadata: Object.fromEntries(Array.from({ length: 49 }, (_, i) => [`k${i}`, "x"])) }, "/metadata too_big"],
  ])("%j is rejected because the merged object lacks members or has too many", (body, fault) => {
    const { faults } = rejectionOf(() => decide(body as ProductBody, stored));
    expect(faults.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([fault]);
  });

  test("a deletion keeps the stored content, even with values that are no longer valid", () => {
    expect(told(decideDeletion("A", stored))).toMatchObject({ content: stored.content });
  });
});
