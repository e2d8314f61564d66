import { fileExtension } from '../../../contract/rules/storage/file-types.ts'

/** How the page shows a file; 'none' when it can only be downloaded. */
export type PreviewKind = 'picture' | 'sound' | 'video' | 'text' | 'pdf' | 'none'

/**
 * By extension, as the server decides the content type. What a browser could run is never shown as a document: SVG not at all, HTML as its text.
 */
const KINDS: readonly (readonly [kind: PreviewKind, extensions: string])[] = [
  ['picture', 'png jpg jpeg gif webp bmp'],
  ['sound', 'mp3 wav m4a ogg flac'],
  ['video', 'mp4 webm mov'],
  ['text', 'txt md csv json xml log ini yml yaml py c h cpp java htm html css tex srt'],
  ['pdf', 'pdf'],
]

const KIND_OF: ReadonlyMap<string, PreviewKind> = new Map(
  KINDS.flatMap(([kind, extensions]) => extensions.split(' ').map((extension) => [extension, kind])),
)

export function previewKind(name: string): PreviewKind {
  return KIND_OF.get(fileExtension(name)) ?? 'none'
}

/** The text of bytes: UTF-8 or UTF-16 by its mark, else what Windows in China writes. `isCut`: the last character may be incomplete. */
export function decodeText(bytes: Uint8Array, isCut: boolean): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut })
  } catch {
    return new TextDecoder('gb18030').decode(bytes, { stream: isCut })
  }
}
