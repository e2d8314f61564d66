const LONGEST_EXTENSION = 8

/** A file name split before its extension with the dot; '' without one worth showing. */
export function splitName(name: string): [stem: string, extension: string] {
  const dot = name.lastIndexOf('.')
  const extension = name.slice(dot)
  if (dot <= 0 || extension.length < 2 || extension.length > LONGEST_EXTENSION || /\s/.test(extension))
    return [name, '']
  return [name.slice(0, dot), extension]
}

/** A name of at most `limit` characters within a sentence: the middle is cut, the extension stays. */
export function shortenName(name: string, limit = 40): string {
  const characters = [...name] // By code point: half an emoji would be drawn as a box.
  if (characters.length <= limit) return name
  const tail = Math.min(12, Math.floor(limit / 3))
  return `${characters.slice(0, limit - tail - 1).join('')}…${characters.slice(-tail).join('')}`
}
