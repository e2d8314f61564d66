// oxlint-disable-next-line typescript/triple-slash-reference -- it declares a global, which no import can bring to the realms that use this file
/// <reference path="../../../vite-env.d.ts" />

// Read at build time, so that the bundled server carries the drawings.
const drawings = import.meta.glob('./*.svg', { query: '?raw', eager: true, import: 'default' })

/** Of units without a crest of their own. */
export const DEFAULT_CREST = 'school'

/** As SVG text. Throws for an unknown name. */
export function readCrest(name: string): string {
  const drawing = drawings[`./${name}.svg`]
  if (drawing === undefined) throw new Error(`There is no crest named ${name}`)
  return drawing
}
