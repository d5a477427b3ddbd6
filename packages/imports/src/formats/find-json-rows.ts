import { JSONParser } from "@streamparser/json";

/** Rows are not below more levels than these. */
const LEVELS_MAX = 16;

/** An object whose members are objects, as far as it has been read. */
interface Container {
  readonly path: readonly string[];
  /** The names in each of its members. */
  readonly names: (readonly string[])[];
  /** Whether a member is not an object, or has none that is not an object itself. */
  isMixed: boolean;
  isNested: boolean;
}

/**
 * The path of the rows in a JSON file, found in its beginning: the outermost array that contains an object, or the
 * outermost object whose members are objects with the same names, such as products by SKU.
 */
export function findJsonRows(text: string): string | undefined {
  const containers = new Map<string, Container>();
  let array: readonly string[] | undefined;
  const parser = new JSONParser({ keepStack: false });
  parser.onValue = ({ value, key, stack }) => {
    if (stack.length > LEVELS_MAX) return;
    const keys = [...stack.slice(1).map((level) => level.key), key];
    const place = keys.findIndex((one) => typeof one === "number");
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (place >= 0) {
      if (isObject) array ??= keys.slice(0, place).map(String);
      return;
    }
    if (typeof key === "string") noteMember(containers, keys.slice(0, -1).map(String), isObject ? value : undefined);
  };
  parser.onError = () => undefined;
  try {
    parser.write(text);
  } catch {
    // Only the beginning of the file was read, so the JSON is incomplete.
  }
  const byKey = [...containers.values()]
    .filter((container) => hasRows(container, array === undefined))
    .sort((a, b) => a.path.length - b.path.length)[0]?.path;
  const found = array === undefined || (byKey && isAbove(byKey, array)) ? byKey : array;
  return found && `/${found.join("/")}`;
}

function noteMember(containers: Map<string, Container>, path: readonly string[], member: object | undefined): void {
  const at = JSON.stringify(path);
  const container = containers.get(at) ?? { path, names: [], isMixed: false, isNested: false };
  containers.set(at, container);
  if (member === undefined) {
    container.isMixed = true;
    return;
  }
  container.names.push(Object.keys(member));
  container.isNested ||= Object.values(member).every((value) => typeof value === "object" && value !== null);
}

/** Whether the members are rows: several with mostly the same names, or a single one if nothing else has rows. */
function hasRows({ names, isMixed, isNested }: Container, isOnly: boolean): boolean {
  const [first = [], ...others] = names;
  if (isMixed || first.length === 0) return false;
  if (others.length === 0) return isOnly && !isNested;
  const known = new Set(first);
  return others.every(
    (other) => other.filter((name) => known.has(name)).length * 2 >= Math.min(other.length, known.size),
  );
}

const isAbove = (path: readonly string[], inner: readonly string[]): boolean =>
  path.length < inner.length && path.every((name, i) => name === inner[i]);
