/** A file that cannot be read to its end: the sentence is for the person who sent it. */
export class FileFault extends Error {
  override readonly name = "FileFault";
}

/** It is larger than what is taken. */
export class TooLargeFault extends FileFault {}
