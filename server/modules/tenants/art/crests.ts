// oxlint-disable-next-line typescript/triple-slash-reference -- it declares a global, which no import can bring to the realms that use this file
/// <reference path="../../../vite-env.d.ts" />

// Read at build time, so that the bundled server carries the drawings.
const drawings = import.meta.glob('./*.svg', { query: '?raw', eager: true, import: 'default' })

/** The crest of a unit that has none of its own. */
export const DEFAULT_CREST = 'school'

/** A crest as SVG text, by its file name here. Throws when there is none. */
export function readCrest(name: string): string {
  const drawing = drawings[`./${name}.svg`]
  if (drawing === undefined) throw new Error(`There is no crest named ${name}`)
  return drawing
}
