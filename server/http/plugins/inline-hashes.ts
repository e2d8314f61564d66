import { createHash } from 'node:crypto'

/** Sources for a content-security policy, quoted. */
export interface InlineHashes {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

const ELEMENT = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi
/** Types that a browser runs, or that steer what it runs. Others, such as JSON, are data. */
const EXECUTABLE = /^(|module|text\/javascript|application\/javascript|importmap|speculationrules)$/i

/** The SHA-256 sources of a document's inline scripts and styles. */
export function hashInlineElements(html: string): InlineHashes {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const [, name = '', attributes = '', content = ''] of html.matchAll(ELEMENT)) {
    if (name.toLowerCase() === 'style') styles.add(hash(content))
    else if (!/\ssrc\s*=/i.test(attributes) && EXECUTABLE.test(readType(attributes))) scripts.add(hash(content))
  }
  return { scripts: [...scripts], styles: [...styles] }
}

function readType(attributes: string): string {
  const [, double, single, bare] = /\stype\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes) ?? []
  return double ?? single ?? bare ?? ''
}

function hash(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
