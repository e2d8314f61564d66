import { memo, useId } from 'react'
import type { UploadItem } from '../../../platform/upload.ts'
import { FileIcon } from '../../../ui/files/FileIcon.tsx'
import { FileName } from '../../../ui/files/FileName.tsx'
import { Progress } from '../../../ui/feedback/Progress.tsx'
import { useLanguage } from '../../../core/language/use-language.ts'
import { UploadButtons, type WaitingPlace } from './UploadButtons.tsx'
import { UploadFacts } from './UploadFacts.tsx'
import { useUploadTexts } from './upload-texts.ts'
import { viewUpload } from './upload-view.ts'

/**
 * One upload: how far it is, in words and as a bar, and what can be done about it. Drawn anew only when it has changed itself. `onFocusLost` is called
 * when a button goes that has the focus.
 */
export const UploadRow = memo(function UploadRow({
  item,
  place,
  onMove,
  onFocusLost,
}: {
  item: UploadItem
  /** Among those that wait; null where there is nothing to choose. */
  place: WaitingPlace | null
  onMove: (item: UploadItem, way: 'earlier' | 'later') => void
  onFocusLost: () => void
}) {
  const t = useUploadTexts()
  const language = useLanguage()
  const nameId = useId()
  const { name, kind, state } = item
  const view = viewUpload(item)
  return (
    <li className="up-row" data-phase={state.phase} data-movable={place !== null || undefined}>
      <FileIcon kind={kind} name={name} />
      <div className="up-row__text">
        <div className="up-row__name" id={nameId}>
          <FileName name={name} />
        </div>
        {view.fraction !== null && state.phase !== 'done' && (
          <Progress value={view.fraction} label={t('progress', { name })} />
        )}
        <UploadFacts item={item} view={view} language={language} />
      </div>
      {state.phase !== 'done' && (
        <UploadButtons item={item} nameId={nameId} place={place} onMove={onMove} onFocusLost={onFocusLost} />
      )}
    </li>
  )
})
