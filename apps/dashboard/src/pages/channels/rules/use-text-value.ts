import { useState } from "react";

interface TextValueOptions<Value> {
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly textOf: (value: Value) => string;
  readonly parse: (text: string) => Value;
}

/**
 * The text of a value that is edited as text. Incomplete input stays as typed, unless the value is changed elsewhere.
 */
export function useTextValue<Value>({ value, onValue, textOf, parse }: TextValueOptions<Value>) {
  const [text, setText] = useState(() => textOf(value));
  const isOwn = JSON.stringify(parse(text)) === JSON.stringify(value);
  return {
    text: isOwn ? text : textOf(value),
    setText: (typed: string) => {
      setText(typed);
      onValue(parse(typed));
    },
  };
}
