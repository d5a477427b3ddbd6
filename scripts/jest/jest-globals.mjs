// `@jest/globals` for modules that Node.js loads itself. Helpers are loaded once for all files of a worker, so what they
// import leads to the file that runs now.

/** @type {Record<string, any>} */
let current = {};

/** What the names below mean from now on. */
export function setGlobals(globals) {
  current = globals;
}

const leadingTo = (name) =>
  new Proxy(() => {}, {
    apply: (_target, _this, args) => current[name](...args),
    get: (_target, key) => current[name][key],
  });

export const describe = leadingTo("describe");
export const expect = leadingTo("expect");
export const it = leadingTo("it");
export const test = leadingTo("test");
export const beforeAll = leadingTo("beforeAll");
export const beforeEach = leadingTo("beforeEach");
export const afterAll = leadingTo("afterAll");
export const afterEach = leadingTo("afterEach");
export const jest = leadingTo("jest");
