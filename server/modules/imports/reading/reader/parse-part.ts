import { Parser } from 'htmlparser2'
import type { Entry } from 'yauzl'
import { IMPORT_LIMITS } from '../../../../../contract/limits.ts'
import { Refused } from './refused.ts'
import type { ZipEntries } from './zip-entries.ts'

interface PartHandlers {
  readonly open: (name: string, attributes: Record<string, string>) => void
  readonly close?: (name: string) => void
  readonly text?: (data: string) => void
}

export const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Parses a part of a workbook; names come without their prefix. Yields after each piece. Throws 'import.broken_file' where the part ends early. */
export async function* parsePart(zip: ZipEntries, entry: Entry, on: PartHandlers): AsyncGenerator<void> {
  let whole = false
  let atEnd = false
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > IMPORT_LIMITS.depth) throw new Refused('import.broken_file')
        on.open(localName(name), attributes)
      },
      onclosetag(name) {
        depth -= 1
        on.close?.(localName(name))
        // At the end, the parser closes what is open.
        if (depth === 0 && !atEnd) whole = true
      },
      ontext: (data) => on.text?.(data),
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder()
  for await (const piece of zip.pieces(entry)) {
    parser.write(decoder.decode(piece, { stream: true }))
    yield
  }
  parser.write(decoder.decode())
  atEnd = true
  parser.end()
  if (!whole) throw new Refused('import.broken_file')
}

/** Parses a part to its end. */
export async function readPart(zip: ZipEntries, entry: Entry, on: PartHandlers): Promise<void> {
  for await (const _ of parsePart(zip, entry, on));
}
