// `@jest/globals` for modules that Node.js loads itself. Helpers are loaded once for all files of a worker, so what they
// import leads to the file that runs now.

/** @typedef {typeof import("@jest/globals")} Globals */

/** @type {Partial<Record<string, object>>} */
let current = {};

/** What the names below mean from now on. */
export function setGlobals(/** @type {Partial<Record<string, object>>} */ globals) {
  current = globals;
}

/**
 * @template {keyof Globals} Name
 * @param {Name} name
 */
function leadingTo(name) {
  const target = () => /** @type {Function} */ (current[name]);
  const proxy = new Proxy(() => {}, {
    apply: (_target, _this, args) => target()(...args),
    get: (_target, key) => Reflect.get(target(), key),
  });
  return /** @type {Globals[Name]} */ (/** @type {unknown} */ (proxy));
}

export const describe = leadingTo("describe");
export const expect = leadingTo("expect");
export const it = leadingTo("it");
export const test = leadingTo("test");
export const beforeAll = leadingTo("beforeAll");
export const beforeEach = leadingTo("beforeEach");
export const afterAll = leadingTo("afterAll");
export const afterEach = leadingTo("afterEach");
export const jest = leadingTo("jest");
