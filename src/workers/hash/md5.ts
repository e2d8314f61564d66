/** An MD5 that is fed piece by piece. */
export interface Md5 {
  update(bytes: Uint8Array): void
  /** 32 hexadecimal digits in lower case; ends the hashing. */
  digest(): string
}

/** One that can be written down and taken up again. */
export interface SavedMd5 extends Md5 {
  /** What `create` takes to go on from here. Only at the end of a block of 64 bytes. */
  save(): string
}
