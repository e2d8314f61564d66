import { fileExtension, isBlockedFileType } from '../../contract/rules/storage/file-types.ts'

/** Enough of a file's beginning to tell its kind. */
export const HEAD_LENGTH = 4096

/** Documents that office programs, mail programs and browsers write as HTML. */
const WRITTEN_AS_HTML = new Set(['htm', 'xhtml', 'mht', 'mhtml', 'xls', 'doc', 'ppt', 'et', 'wps', 'eml', 'md', 'epub'])

export function isBlockedContent(name: string, head: Uint8Array): boolean {
  if (isBlockedFileType(name)) return true
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const kind = detectBinary(bytes) ?? detectText(bytes)
  if (kind === undefined || (kind === 'html' && WRITTEN_AS_HTML.has(fileExtension(name)))) return false
  return isBlockedFileType(`content.${kind}`)
}

/** As `detectText`, the extension that fits the content, for the kinds that may be blocked. */
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
  // Only shell scripts are blocked, because pupils hand in Python with the same first two characters.
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

/** Whether the bytes begin as a picture of this extension (lower case) does; false for other extensions. */
export function isPictureOf(extension: string, bytes: Buffer): boolean {
  if (bytes.length < SMALLEST) return false
  const format = SIGNATURES.find(({ extensions }) => extensions.includes(extension))
  return format?.begins.some((begin) => bytes.subarray(0, begin.length).equals(begin)) ?? false
}

const UNKNOWN = 'application/octet-stream'
const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** By extension: what a school stores, and nothing that a browser would run. */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  wma: 'audio/x-ms-wma',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  '3gp': 'video/3gpp',
  avi: 'video/x-msvideo',
  flv: 'video/x-flv',
  rm: 'application/vnd.rn-realmedia',
  rmvb: 'application/vnd.rn-realmedia-vbr',
  mp4: 'video/mp4',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  wmv: 'video/x-ms-wmv',
  webm: 'video/webm',
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  md: 'text/markdown',
  json: 'application/json',
  xml: 'application/xml',
  doc: 'application/msword',
  docx: `${OFFICE}.wordprocessingml.document`,
  xls: 'application/vnd.ms-excel',
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  ppt: 'application/vnd.ms-powerpoint',
  pptx: `${OFFICE}.presentationml.presentation`,
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  zip: 'application/zip',
  rar: 'application/vnd.rar',
  '7z': 'application/x-7z-compressed',
}

/** What a browser shows or plays without running anything in it. */
const HARMLESS =
  /^(image\/(png|jpeg|gif|webp|bmp)|audio\/\w+|video\/(mp4|webm|quicktime)|application\/pdf|text\/plain)$/

export function mediaTypeOf(name: string): string {
  const extension = fileExtension(name)
  return Object.hasOwn(TYPES, extension) ? (TYPES[extension] ?? UNKNOWN) : UNKNOWN
}

/** The content type to send a stored file with: its own when that is harmless, else plain bytes. */
export function downloadTypeOf(name: string): string {
  const type = mediaTypeOf(name)
  if (!HARMLESS.test(type)) return UNKNOWN
  return type === 'text/plain' ? 'text/plain; charset=utf-8' : type
}

/** Decodes base64; undefined for text with any other characters, which Node would skip. */
export function decodeBase64(text: string): Buffer | undefined {
  // A data URL's head is not part of the picture, and a form that was not encoded turns each plus into a space.
  const head = /^data:[\w/+.-]*;base64,/.exec(text.slice(0, 100))?.[0] ?? ''
  const digits = text.slice(head.length)
  if (BASE64.test(digits)) return Buffer.from(digits, 'base64')
  if (OTHERS.test(digits)) return undefined
  const tidied = withoutSpace(digits)
  return BASE64.test(tidied) ? Buffer.from(tidied, 'base64') : undefined
}

const BASE64 = /^[A-Za-z\d+/]+={0,2}$/
const OTHERS = /[^A-Za-z\d+/=\r\n\t ]/
const [TAB, LINE_FEED, RETURN, SPACE, PLUS] = [0x09, 0x0a, 0x0d, 0x20, 0x2b] as const

/** By bytes: replacing each of millions of spaces in a text takes seconds. */
function withoutSpace(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === RETURN || byte === LINE_FEED || byte === TAB) continue
    bytes[length++] = byte === SPACE ? PLUS : byte
  }
  return bytes.toString('latin1', 0, length)
}
