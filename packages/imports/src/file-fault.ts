/** A file that cannot be read to its end. The message is for the person who sent it. */
export class FileFault extends Error {
  override readonly name = "FileFault";
}

/** A file that is larger than allowed. */
export class TooLargeFault extends FileFault {}
