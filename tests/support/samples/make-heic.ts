/** As much of a HEIC photo as tells its kind and size. A browser that knows the kind cannot draw it either. */
export function makeHeic(width: number, height: number): Uint8Array<ArrayBuffer> {
  const size = box('ispe', number(0), number(width), number(height))
  const association = box('ipma', number(0), number(1), [0, 1, 1, 1])
  const properties = box('iprp', box('ipco', size), association)
  const meta = box('meta', number(0), box('pitm', number(0), [0, 1]), properties)
  return Uint8Array.from([...box('ftyp', letters('heic'), number(0)), ...meta])
}

function box(type: string, ...content: number[][]): number[] {
  const body = content.flat()
  return [...number(body.length + 8), ...letters(type), ...body]
}

function number(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
}

function letters(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0))
}
