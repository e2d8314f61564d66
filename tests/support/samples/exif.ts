/** What the metadata of `withExif` holds, to be looked for afterwards. */
export const CAMERA = 'Portal Test Camera'

/** A JPEG with metadata as a phone writes them: how the photo is to be turned (1 to 8), the camera, and the place where it was taken. */
export function withExif(jpeg: Buffer, orientation: number): Buffer {
  const camera = Buffer.from(`${CAMERA}\0`, 'latin1')
  // Behind the head of eight bytes: a list of three entries, the camera's name, and a list with the reference of a latitude.
  const cameraAt = 8 + 2 + 3 * 12 + 4
  const placeAt = cameraAt + camera.length
  const tiff = Buffer.concat([
    Buffer.from('4d4d002a00000008', 'hex'),
    list(
      entry(0x0110, 2, camera.length, cameraAt),
      entry(0x0112, 3, 1, orientation << 16),
      entry(0x8825, 4, 1, placeAt),
    ),
    camera,
    list(entry(0x0001, 2, 2, Buffer.from('N\0\0\0', 'latin1').readUInt32BE())),
  ])
  const body = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.from('ffe10000', 'hex')
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

function list(...entries: Buffer[]): Buffer {
  const count = Buffer.alloc(2)
  count.writeUInt16BE(entries.length)
  return Buffer.concat([count, ...entries, Buffer.alloc(4)])
}

function entry(tag: number, type: number, count: number, value: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt16BE(tag, 0)
  bytes.writeUInt16BE(type, 2)
  bytes.writeUInt32BE(count, 4)
  bytes.writeUInt32BE(value, 8)
  return bytes
}
