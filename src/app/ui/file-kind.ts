import { fileExtension } from '../../../contract/rules/file-types.ts'

export type FileKind = 'pdf' | 'text' | 'sheet' | 'slides' | 'picture' | 'video' | 'sound' | 'archive' | 'other'

const EXTENSIONS: readonly (readonly [kind: FileKind, extensions: string])[] = [
  ['pdf', 'pdf'],
  ['text', 'doc docx wps odt rtf md pages'],
  ['sheet', 'xls xlsx et ods csv numbers'],
  ['slides', 'ppt pptx dps odp key'],
  ['picture', 'gif jpg jpeg bmp png tif tiff webp svg heic avif'],
  ['video', 'mp4 mov mkv avi flv wmv rm rmvb 3gp webm m4v'],
  ['sound', 'mp3 wav wma m4a flac ogg aac'],
  ['archive', 'zip rar 7z gz tar tgz xz'],
]

const KINDS: ReadonlyMap<string, FileKind> = new Map(
  EXTENSIONS.flatMap(([kind, extensions]) => extensions.split(' ').map((extension) => [extension, kind])),
)

/** What sort of thing a file is, by its name, for the picture beside it. */
export function fileKind(name: string): FileKind {
  return KINDS.get(fileExtension(name)) ?? 'other'
}
