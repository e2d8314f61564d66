import './preview.css'
import CaretLeft from '@phosphor-icons/core/regular/caret-left.svg?react'
import CaretRight from '@phosphor-icons/core/regular/caret-right.svg?react'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from '../../../src/app/ui/Button.tsx'
import { Dialog } from '../../../src/app/ui/dialog/Dialog.tsx'
import { FileIcon } from '../../../src/app/ui/files/FileIcon.tsx'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { contentPath } from '../content-path.ts'
import type { Entry } from '../listing/entries.ts'
import { useLanguage, useTexts } from '../portal.ts'
import { previewKind } from './preview-kind.ts'
import { TextPreview } from './TextPreview.tsx'

/** Shows a file, and with the arrow keys those before and after it; closed when the file is gone. */
export default function PreviewDialog({
  files,
  fileId,
  onShow,
  onClose,
}: {
  files: readonly Entry[]
  fileId: string
  onShow: (id: string) => void
  onClose: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const index = files.findIndex(({ id }) => id === fileId)
  const file = files[index]
  const content = useRef<HTMLDivElement>(null)
  const step = useEffectEvent((by: number) => {
    const next = files[index + by]
    if (next) onShow(next.id)
  })
  const isGone = file === undefined
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isGone) close()
  }, [isGone])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      // Within a player the arrows wind.
      if (by === undefined || event.target instanceof HTMLMediaElement || event.altKey) return
      event.preventDefault()
      step(by)
    }
    const dialog = content.current?.closest('dialog')
    dialog?.addEventListener('keydown', onKeyDown)
    return () => dialog?.removeEventListener('keydown', onKeyDown)
  }, [])

  if (!file) return null
  return (
    <Dialog open title={shortenName(file.name)} width="86%" backdrop onClose={onClose}>
      <div ref={content} className="f-preview">
        <div className="f-preview__content" key={file.id}>
          <Content file={file} />
        </div>
        <div className="f-preview__foot">
          <IconButton
            label={t('preview.previous')}
            svg={CaretLeft}
            aria-disabled={index === 0 || undefined}
            onClick={() => step(-1)}
          />
          <span className="f-preview__place" role="status">
            {t('preview.place', { at: index + 1, count: files.length })}
          </span>
          <IconButton
            label={t('preview.next')}
            svg={CaretRight}
            aria-disabled={index === files.length - 1 || undefined}
            onClick={() => step(1)}
          />
          <span className="f-preview__facts">
            {formatBytes(file.size ?? 0, language)} · {formatDateTime(file.changedAt, language)}
          </span>
          <DownloadLink file={file} />
        </div>
      </div>
    </Dialog>
  )
}

function DownloadLink({ file: { id, name } }: { file: Entry }) {
  const t = useTexts()
  return (
    <a className="k-button k-button--primary" href={contentPath(id)} download={name}>
      <Icon svg={Download} />
      {t('preview.download')}
    </a>
  )
}

function Content({ file }: { file: Entry }) {
  const t = useTexts()
  const [isBroken, setBroken] = useState(false)
  const kind = previewKind(file.name)
  const source = contentPath(file.id)
  const onError = () => setBroken(true)
  if (isBroken) return <NoPreview file={file} reason={t('preview.broken')} />
  switch (kind) {
    case 'picture':
      return <img className="f-preview__picture" src={source} alt={file.name} onError={onError} />
    case 'video':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a person's own file, of which no captions are known
        <video
          className="f-preview__picture"
          src={source}
          aria-label={file.name}
          controls
          playsInline
          onError={onError}
        />
      )
    case 'sound':
      return (
        <div className="f-preview__sound">
          <FileIcon kind="file" name={file.name} />
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a person's own file, of which no captions are known */}
          <audio src={source} aria-label={file.name} controls onError={onError} />
        </div>
      )
    case 'text':
      return <TextPreview file={file} onBroken={onError} />
    case 'pdf':
      return <NoPreview file={file} reason={t('preview.pdf')} />
    case 'none':
      return <NoPreview file={file} reason={t('preview.none')} />
  }
}

function NoPreview({ file, reason }: { file: Entry; reason: string }) {
  return (
    <div className="f-preview__none">
      <FileIcon kind="file" name={file.name} />
      <p className="f-preview__name">{file.name}</p>
      <p>{reason}</p>
    </div>
  )
}
