import { isExactNumber } from "@skucast/contracts/exact-numbers";
import { type ParsedElementInfo, Tokenizer, TokenParser } from "@streamparser/json";

interface Options {
  /** The values to report, such as `$.products.*`. */
  readonly path: string;
  readonly onValue: (element: ParsedElementInfo) => void;
  readonly onError: (error: Error) => void;
}

/** A streaming JSON parser that keeps a number as its text if JavaScript would change it. */
export interface ExactJsonParser {
  readonly isEnded: boolean;
  write(text: string): void;
}

export function createExactJsonParser({ path, onValue, onError }: Options): ExactJsonParser {
  const tokenizer = new ExactTokenizer();
  const values = new TokenParser({ paths: [path], keepStack: false });
  tokenizer.onToken = (token) => values.write(token);
  tokenizer.onEnd = () => {
    if (!values.isEnded) values.end();
  };
  tokenizer.onError = onError;
  values.onError = (error) => tokenizer.error(error);
  values.onEnd = () => {
    if (!tokenizer.isEnded) tokenizer.end();
  };
  values.onValue = onValue;
  return {
    get isEnded() {
      return tokenizer.isEnded && values.isEnded;
    },
    write: (text) => tokenizer.write(text),
  };
}

class ExactTokenizer extends Tokenizer {
  /** The library recommends text for numbers that JavaScript cannot represent, although its type is number. */
  protected override parseNumber(text: string): number {
    return isExactNumber(text) ? Number(text) : (text as unknown as number);
  }
}
