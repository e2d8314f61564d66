/** The image extensions of the specification by what their bytes begin with; jpg and jpeg are one. */
const SIGNATURES: readonly { readonly extensions: readonly string[]; readonly begins: readonly Buffer[] }[] = [
  { extensions: ['png'], begins: [Buffer.from('89504e470d0a1a0a', 'hex')] },
  { extensions: ['jpg', 'jpeg'], begins: [Buffer.from('ffd8ff', 'hex')] },
  { extensions: ['gif'], begins: [Buffer.from('GIF87a', 'latin1'), Buffer.from('GIF89a', 'latin1')] },
  { extensions: ['bmp'], begins: [Buffer.from('BM', 'latin1')] },
  { extensions: ['tif'], begins: [Buffer.from('49492a00', 'hex'), Buffer.from('4d4d002a', 'hex')] },
]

/** The smallest header of any of these formats; less cannot be a picture. */
const SMALLEST = 14

/** True when the bytes begin as a picture of this extension (lower case) does; false for every other extension. */
export function isPictureOf(extension: string, bytes: Buffer): boolean {
  if (bytes.length < SMALLEST) return false
  const format = SIGNATURES.find(({ extensions }) => extensions.includes(extension))
  return format?.begins.some((begin) => bytes.subarray(0, begin.length).equals(begin)) ?? false
}
