/**
 * The records of a CSV text that comes in pieces (RFC 4180; LF or CRLF), each with the line it begins on. Constant memory:
 * one piece and one record are held.
 */
export async function* parseCsv(chunks) {
  let cells = [];
  let cell = "";
  let state = "start"; // start and bare: outside quotes · quoted: inside · ended: after a quote that may be the last
  let line = 1;
  let recordLine = 1;
  const endCell = () => {
    cells.push(cell);
    cell = "";
    state = "start";
  };
  for await (const chunk of chunks) {
    for (const character of chunk) {
      if (character === "\n") line += 1;
      if (state === "quoted") {
        if (character === '"') state = "ended";
        else cell += character;
      } else if (state === "ended" && character === '"') {
        cell += '"';
        state = "quoted";
      } else if (character === '"' && state === "start" && cell.trim() === "") {
        cell = "";
        state = "quoted";
      } else if (character === ",") {
        endCell();
      } else if (character === "\n") {
        endCell();
        yield { line: recordLine, cells };
        cells = [];
        recordLine = line;
      } else if (character !== "\r" && state !== "ended" && character !== "\ufeff") {
        cell += character;
        if (character.trim() !== "") state = "bare";
      }
    }
  }
  if (state === "quoted") throw new Error(`line ${recordLine}: a quoted cell has no end`);
  if (cell !== "" || cells.length > 0) {
    endCell();
    yield { line: recordLine, cells };
  }
}
