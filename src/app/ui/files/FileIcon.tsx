import './file-name.css'
import doc from '@phosphor-icons/core/duotone/file-doc-duotone.svg?raw'
import file from '@phosphor-icons/core/duotone/file-duotone.svg?raw'
import sound from '@phosphor-icons/core/duotone/file-audio-duotone.svg?raw'
import picture from '@phosphor-icons/core/duotone/file-image-duotone.svg?raw'
import pdf from '@phosphor-icons/core/duotone/file-pdf-duotone.svg?raw'
import slides from '@phosphor-icons/core/duotone/file-ppt-duotone.svg?raw'
import video from '@phosphor-icons/core/duotone/file-video-duotone.svg?raw'
import sheet from '@phosphor-icons/core/duotone/file-xls-duotone.svg?raw'
import archive from '@phosphor-icons/core/duotone/file-zip-duotone.svg?raw'
import folder from '@phosphor-icons/core/fill/folder-fill.svg?raw'
import { fileExtension } from '../../../../contract/rules/file-types.ts'
import { Icon } from '../icons/Icon.tsx'

type FileKind = 'pdf' | 'text' | 'sheet' | 'slides' | 'picture' | 'video' | 'sound' | 'archive' | 'other'

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

/** The kind of a file by its name, for its icon. */
function fileKind(name: string): FileKind {
  return KINDS.get(fileExtension(name)) ?? 'other'
}

const glyphs: Readonly<Record<FileKind | 'folder', string>> = {
  folder,
  pdf,
  text: doc,
  sheet,
  slides,
  picture,
  video,
  sound,
  archive,
  other: file,
}

/** The icon of a folder or a kind of file. */
export function FileIcon({ kind, name }: { kind: 'file' | 'folder'; name: string }) {
  const glyph = kind === 'folder' ? 'folder' : fileKind(name)
  return (
    <span className="k-file-icon" data-kind={glyph}>
      <Icon svg={glyphs[glyph]} size={28} />
    </span>
  )
}
