import { fileExtension } from '../../contract/rules/file-types.ts'

const UNKNOWN = 'application/octet-stream'
const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** By extension. A table of our own: what a school stores, and nothing that a browser would run. */
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

/** The media type that a file's name suggests, for showing beside it. */
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
