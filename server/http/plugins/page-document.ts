import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { UnitConfig } from '../../../contract/endpoints/tenant.ts'
import { tintDeclarations } from '../../../contract/rules/tints.ts'
import { hashInlineElements } from './inline-hashes.ts'
import { contentSecurityPolicy } from './security-headers.ts'

const compress = promisify(brotliCompress)

/** The document of one unit, ready to send. */
export interface PageDocument {
  readonly html: string
  readonly brotli: Buffer
  /** Quoted, as the header carries it. */
  readonly etag: string
  readonly contentSecurityPolicy: string
}

/** Whether the request for the document brought any trace of an earlier visit of the same browser. */
export type Visitor = 'known' | 'unknown'

/** Makes the documents of units and keeps the last one of each. `frames`: the origins of other sites that the document may show in a frame. */
export interface Documents {
  forUnit(unit: UnitConfig, visitor: Visitor, frames?: readonly string[]): Promise<PageDocument>
}

/** Documents from the template `index.html` of a folder, which is read again when a new build replaces it. */
export function createDocuments(folder: string): Documents {
  const file = join(folder, 'index.html')
  const kept = new Map<string, { madeFrom: string; document: Promise<PageDocument> }>()
  let template: { changed: number; text: Promise<string> } | undefined

  async function readTemplate(): Promise<{ changed: number; text: string }> {
    const { mtimeMs } = await stat(file)
    // A browser hashes inline scripts with plain line breaks, whatever the file had.
    if (template?.changed !== mtimeMs) {
      template = { changed: mtimeMs, text: readFile(file, 'utf8').then((text) => text.replaceAll('\r\n', '\n')) }
    }
    return { changed: mtimeMs, text: await template.text }
  }

  return {
    async forUnit(unit, visitor, frames = []) {
      const { changed, text } = await readTemplate()
      const madeFrom = `${changed} ${JSON.stringify([unit, frames])}`
      const key = `${unit.unitId} ${visitor}`
      const found = kept.get(key)
      if (found?.madeFrom === madeFrom) return found.document
      const document = makeDocument(fillTemplate(text, unit, visitor), frames)
      kept.set(key, { madeFrom, document })
      return document
    },
  }
}

/** Fills the template's places for a unit and a visitor: `%VISITOR%`, `%UNIT_NAME%`, `%UNIT_EN_NAME%`, `%UNIT_ID%`, `%THEME_COLOR%`, the tints derived from it and the JSON of its configuration. */
export function fillTemplate(template: string, unit: UnitConfig, visitor: Visitor): string {
  const places: Record<string, string> = {
    '%VISITOR%': visitor,
    '%UNIT_NAME%': escapeHtml(unit.unitName),
    '%UNIT_EN_NAME%': escapeHtml(unit.unitEnName),
    '%UNIT_ID%': escapeHtml(unit.unitId),
    '%THEME_COLOR%': escapeHtml(unit.themeColor),
    '--tints:0': tintDeclarations(unit.themeColor),
    // Inside a script element only "<" could end it or open a comment.
    '<!--unit-json-->': JSON.stringify(unit).replaceAll('<', '\\u003c'),
  }
  // In one pass, so that a unit named like a place stays as it is named.
  return template.replace(
    /%(?:VISITOR|UNIT_NAME|UNIT_EN_NAME|UNIT_ID|THEME_COLOR)%|--tints:0|<!--unit-json-->/g,
    (place) => places[place] ?? '',
  )
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

async function makeDocument(html: string, frames: readonly string[]): Promise<PageDocument> {
  const policy = contentSecurityPolicy(hashInlineElements(html), frames)
  return {
    html,
    brotli: await compress(html),
    // The policy too: a browser that keeps the document keeps the policy with it.
    etag: `"${createHash('sha256').update(policy).update(html).digest('base64url')}"`,
    contentSecurityPolicy: policy,
  }
}
