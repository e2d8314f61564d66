import { fileExtension, isBlockedFileType } from '../../contract/rules/file-types.ts'

/** Enough of a file's beginning to tell its kind. */
export const HEAD_LENGTH = 4096

/** Documents that office programs, mail programs and browsers themselves write as HTML. */
const WRITTEN_AS_HTML = new Set(['htm', 'xhtml', 'mht', 'mhtml', 'xls', 'doc', 'ppt', 'et', 'wps', 'eml', 'md', 'epub'])

/** True when a file must not be uploaded because of its name or because of what it really is, whatever its name says. */
export function isBlockedContent(name: string, head: Uint8Array): boolean {
  if (isBlockedFileType(name)) return true
  const kind = detectKind(Buffer.from(head.buffer, head.byteOffset, head.byteLength))
  if (kind === undefined || (kind === 'html' && WRITTEN_AS_HTML.has(fileExtension(name)))) return false
  return isBlockedFileType(`content.${kind}`)
}

/** The extension that bytes of this beginning would honestly have, for the kinds that may be blocked; undefined for everything else. */
function detectKind(head: Buffer): string | undefined {
  return detectBinary(head) ?? detectText(head)
}

function detectBinary(head: Buffer): string | undefined {
  const magic = head.length < 4 ? 0 : head.readUInt32BE(0)
  // Windows and DOS programs. A text may begin with the same two letters, but has no zero byte among its first 64.
  if (magic >>> 16 === 0x4d5a && head.subarray(0, 64).includes(0)) return 'exe'
  if (magic === 0x7f454c46 || MACH_O.has(magic)) return 'exe'
  // Java's class files share their number with Mach-O for several processors; both are programs.
  if (magic === 0xcafebabe) return 'class'
  if (magic === 0x504b0304 && head.subarray(30, 50).toString('latin1') === 'META-INF/MANIFEST.MF') return 'jar'
  return undefined
}

const MACH_O = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe])

function detectText(head: Buffer): string | undefined {
  const text = decodeHead(head).trimStart().toLowerCase()
  // Only shells: pupils hand in Python with the same first two characters.
  if (/^#!\s*\S*\/(env\s+(-\S+\s+)*)?([a-z]*sh)\b/.test(text)) return 'sh'
  if (text.startsWith('<?php') || text.startsWith('<?=')) return 'php'
  if (text.startsWith('<%')) return 'jsp'
  if (/^(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*(<!doctype html|<html|<head|<body|<script)\b/.test(text)) return 'html'
  return undefined
}

/** Text may hide behind a byte order mark or in UTF-16. */
function decodeHead(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.subarray(2, head.length & ~1).toString('utf16le')
  return head.toString('utf8').replace(/^\uFEFF/, '')
}
