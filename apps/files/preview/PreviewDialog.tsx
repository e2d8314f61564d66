import './preview.css'
import CaretLeft from '@phosphor-icons/core/regular/caret-left.svg?react'
import CaretRight from '@phosphor-icons/core/regular/caret-right.svg?react'
import ClockCounterClockwise from '@phosphor-icons/core/regular/clock-counter-clockwise.svg?react'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { Dialog } from '../../../src/app/ui/dialog/Dialog.tsx'
import { addressOf, type ServerFile } from '../../../src/app/ui/files/download.ts'
import { DownloadLink } from '../../../src/app/ui/files/DownloadLink.tsx'
import { FileIcon } from '../../../src/app/ui/files/FileIcon.tsx'
import { shortenName } from '../../../src/app/ui/files/split-name.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { ownFile } from '../own-files.ts'
import type { Entry } from '../listing/entries.ts'
import { useTexts } from '../portal.ts'
import { NoPreview } from './NoPreview.tsx'
import { PdfPreview } from './PdfPreview.tsx'
import { previewKind } from './preview-kind.ts'
import { TextPreview } from './TextPreview.tsx'
import { useAttempts } from './use-attempts.ts'

/** Shows a file, and with the arrow keys those before and after it; closed when the file is gone. */
export default function PreviewDialog({
  files,
  fileId,
  contentOf = ownFile,
  owner,
  onVersions,
  onShow,
  onClose,
}: {
  files: readonly Entry[]
  fileId: string
  /** A file's content; of the caller's own files by default. */
  contentOf?: (id: string, name: string) => ServerFile
  /** Whose the shown file is, where files of several people are shown one after the other. */
  owner?: string | undefined
  /** Leads to the versions of a file; without it there are none to see. */
  onVersions?: ((file: Entry) => void) | undefined
  onShow: (file: Entry) => void
  onClose: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const index = files.findIndex(({ id }) => id === fileId)
  const file = files[index]
  const content = useRef<HTMLDivElement>(null)
  const shown = useRef<HTMLDivElement>(null)
  const previousButton = useRef<HTMLButtonElement>(null)
  const nextButton = useRef<HTMLButtonElement>(null)
  const step = useEffectEvent((by: number) => {
    const next = files[index + by]
    if (!next) return
    // What has the focus within the content goes with it, and the keys would no longer come here.
    if (shown.current?.contains(document.activeElement)) (by < 0 ? previousButton : nextButton).current?.focus()
    onShow(next)
  })
  const isGone = file === undefined
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isGone) close()
  }, [isGone])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      // Within a player the arrows wind, and within what is wider than its place they scroll.
      const isTheirs = event.target instanceof HTMLMediaElement || scrollsSideways(event.target)
      if (by === undefined || isTheirs || event.altKey) return
      event.preventDefault()
      step(by)
    }
    const dialog = content.current?.closest('dialog')
    dialog?.addEventListener('keydown', onKeyDown)
    return () => dialog?.removeEventListener('keydown', onKeyDown)
  }, [])

  if (!file) return null
  return (
    <Dialog title={shortenName(file.name)} width="86%" backdrop onClose={onClose}>
      <div ref={content} className="f-preview">
        <div ref={shown} className="f-preview__content" key={file.id}>
          <Content file={file} content={contentOf(file.id, file.name)} />
        </div>
        <div className="f-preview__foot">
          {files.length > 1 && (
            <>
              <IconButton
                ref={previousButton}
                label={t('preview.previous')}
                svg={CaretLeft}
                aria-disabled={index === 0 || undefined}
                onClick={() => step(-1)}
              />
              <span className="f-preview__place" role="status">
                {t('preview.place', { at: index + 1, count: files.length })}
              </span>
              <IconButton
                ref={nextButton}
                label={t('preview.next')}
                svg={CaretRight}
                aria-disabled={index === files.length - 1 || undefined}
                onClick={() => step(1)}
              />
            </>
          )}
          {owner !== undefined && (
            <strong className="f-preview__by" role="status">
              {owner}
            </strong>
          )}
          <span className="f-preview__facts">
            {formatBytes(file.size ?? 0, language)} · {formatDateTime(file.changedAt, language)}
          </span>
          {onVersions && (
            <Button icon={ClockCounterClockwise} needsNetwork onClick={() => onVersions(file)}>
              {t('preview.versions')}
            </Button>
          )}
          <DownloadLink file={contentOf(file.id, file.name)} kind="primary" icon={Download}>
            {t('selection.download')}
          </DownloadLink>
        </div>
      </div>
    </Dialog>
  )
}

function scrollsSideways(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.role === 'region' && target.scrollWidth > target.clientWidth
}

/** Shows the content, and again when it failed because the session had to be renewed. */
function Content({ file, content }: { file: Entry; content: ServerFile }) {
  const t = useTexts()
  const { attempt, failure, fail } = useAttempts(content)
  if (failure) return <NoPreview name={file.name} reason={failure.reason ?? t('preview.broken')} />
  return <Shown key={attempt} file={file} content={content} onError={() => void fail()} />
}

function Shown({ file, content, onError }: { file: Entry; content: ServerFile; onError: () => void }) {
  const t = useTexts()
  const source = addressOf(content)
  const kind = previewKind(file.name)
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
      return <TextPreview file={file} source={source} onBroken={onError} />
    case 'pdf':
      return <PdfPreview name={file.name} content={content} />
    case 'none':
      return <NoPreview name={file.name} reason={t('preview.none')} />
  }
}
