import type { FileEncoding } from "@skucast/contracts/channel-profiles/file-encodings";

const SCRIPT_OF = {
  "utf-8": "all",
  "utf-8-bom": "all",
  "utf-16le": "all",
  gb18030: "all",
  "windows-1250": "central",
  "iso-8859-2": "central",
  cp852: "central",
  "windows-1251": "cyrillic",
  "koi8-r": "cyrillic",
  "windows-1252": "west",
  "iso-8859-1": "west",
  "iso-8859-15": "west",
  "windows-1253": "greek",
  "iso-8859-7": "greek",
  "windows-1254": "turkish",
  "iso-8859-9": "turkish",
  "windows-1255": "hebrew",
  "windows-1256": "arabic",
  "windows-874": "thai",
  "windows-1257": "baltic",
  "iso-8859-13": "baltic",
  shift_jis: "japanese",
  gbk: "chinese",
  "euc-kr": "korean",
} as const satisfies Record<FileEncoding, string>;

/** Which texts an encoding is for. */
export const scriptOf = (encoding: FileEncoding): (typeof SCRIPT_OF)[FileEncoding] => SCRIPT_OF[encoding];
