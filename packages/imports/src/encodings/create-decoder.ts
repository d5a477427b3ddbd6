import { TextDecoder } from "node:util";

export interface Decoder {
  /** The text of some bytes. With `stream` the bytes may end in the middle of a character, which the next call completes. */
  decode(bytes: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** The characters from 128 on in the encodings of DOS, which the platform does not decode. */
const CODE_PAGES: Readonly<Record<string, string | undefined>> = {
  cp850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø\u00a3Ø\u00d7ƒáíóúñÑªº\u00bf\u00ae\u00ac\u00bd\u00bc\u00a1\u00ab\u00bb░▒▓│┤ÁÂÀ\u00a9╣║╗╝\u00a2\u00a5┐└┴┬├─┼ãÃ╚╔╩╦╠═╬\u00a4ðÐÊËÈıÍÎÏ┘┌█▄\u00a6Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ\u00af\u00b4\u00ad\u00b1\u2017\u00be\u00b6\u00a7\u00f7\u00b8\u00b0\u00a8\u00b7\u00b9\u00b3\u00b2■\u00a0",
  cp852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ\u00d7čáíóúĄąŽžĘę\u00acźČş\u00ab\u00bb░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬\u00a4đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ\u00b4\u00ad\u02dd\u02dbˇ\u02d8\u00a7\u00f7\u00b8\u00b0\u00a8\u02d9űŘř■\u00a0",
};

/** Creates the decoder of an encoding, by its name in the API or in an XML declaration. Throws RangeError for others. */
export function createDecoder(encoding: string, options: { readonly fatal?: boolean } = {}): Decoder {
  const upper = CODE_PAGES[encoding];
  if (upper === undefined) return new TextDecoder(encoding, options);
  return {
    decode: (bytes) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
        .toString("latin1")
        .replace(/[\x80-\xff]/g, (character) => upper.charAt(character.charCodeAt(0) - FIRST)),
  };
}

const FIRST = 0x80;

/** The name of an encoding that its other names stand for. Throws RangeError for one that is not supported. */
export function encodingNamed(name: string): string {
  const [, page] = /^(?:cp|ibm)?(850|852)$/i.exec(name) ?? [];
  return page === undefined ? new TextDecoder(name).encoding : `cp${page}`;
}
