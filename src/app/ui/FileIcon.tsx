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
import { fileKind, type FileKind } from './file-kind.ts'
import { Icon } from './Icon.tsx'

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

/** The picture beside a name: a folder, or what sort of file it is. */
export function FileIcon({ kind, name }: { kind: 'file' | 'folder'; name: string }) {
  const glyph = kind === 'folder' ? 'folder' : fileKind(name)
  return (
    <span className="k-file-icon" data-kind={glyph}>
      <Icon svg={glyphs[glyph]} size={28} />
    </span>
  )
}
