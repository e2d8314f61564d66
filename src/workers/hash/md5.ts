/** An MD5 that is fed piece by piece. */
export interface Md5 {
  update(bytes: Uint8Array): void
  /** 32 hexadecimal digits in lower case; ends the hashing. */
  digest(): string
}
