import './file-name.css'
import Doc from '@phosphor-icons/core/duotone/file-doc-duotone.svg?react'
import Other from '@phosphor-icons/core/duotone/file-duotone.svg?react'
import Sound from '@phosphor-icons/core/duotone/file-audio-duotone.svg?react'
import Picture from '@phosphor-icons/core/duotone/file-image-duotone.svg?react'
import Pdf from '@phosphor-icons/core/duotone/file-pdf-duotone.svg?react'
import Slides from '@phosphor-icons/core/duotone/file-ppt-duotone.svg?react'
import Video from '@phosphor-icons/core/duotone/file-video-duotone.svg?react'
import Sheet from '@phosphor-icons/core/duotone/file-xls-duotone.svg?react'
import Archive from '@phosphor-icons/core/duotone/file-zip-duotone.svg?react'
import Folder from '@phosphor-icons/core/fill/folder-fill.svg?react'
import { fileExtension, isAudioVideoType, isImageType } from '../../../../contract/rules/storage/file-types.ts'
import { Icon, type SvgComponent } from '../icons/Icon.tsx'

type FileKind = 'pdf' | 'text' | 'sheet' | 'slides' | 'picture' | 'video' | 'sound' | 'archive' | 'other'

/** What an extension says; besides these the specification's pictures and videos. */
const EXTENSIONS: readonly (readonly [kind: FileKind, extensions: string])[] = [
  ['pdf', 'pdf'],
  ['text', 'doc docx wps odt rtf md pages'],
  ['sheet', 'xls xlsx et ods csv numbers'],
  ['slides', 'ppt pptx dps odp key'],
  ['picture', 'tiff webp svg heic avif'],
  ['video', 'webm m4v'],
  ['sound', 'mp3 wav wma m4a flac ogg aac'],
  ['archive', 'zip rar 7z gz tar tgz xz'],
]

const KINDS: ReadonlyMap<string, FileKind> = new Map(
  EXTENSIONS.flatMap(([kind, extensions]) => extensions.split(' ').map((extension) => [extension, kind])),
)

/** The kind of a file by its name, for its icon. */
function fileKind(name: string): FileKind {
  const known = KINDS.get(fileExtension(name))
  if (known) return known
  if (isImageType(name)) return 'picture'
  return isAudioVideoType(name) ? 'video' : 'other'
}

const glyphs: Readonly<Record<FileKind | 'folder', SvgComponent>> = {
  folder: Folder,
  pdf: Pdf,
  text: Doc,
  sheet: Sheet,
  slides: Slides,
  picture: Picture,
  video: Video,
  sound: Sound,
  archive: Archive,
  other: Other,
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
