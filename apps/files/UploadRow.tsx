import arrowClockwise from '@phosphor-icons/core/regular/arrow-clockwise.svg?raw'
import pause from '@phosphor-icons/core/regular/pause.svg?raw'
import play from '@phosphor-icons/core/regular/play.svg?raw'
import x from '@phosphor-icons/core/regular/x.svg?raw'
import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { Button, IconButton } from '../../src/app/kit/Button.tsx'
import { Progress } from '../../src/app/kit/Progress.tsx'
import { EntryIcon } from './EntryIcon.tsx'
import { EntryName } from './EntryName.tsx'
import { shortenName } from './split-name.ts'
import { usePortal } from './portal-context.ts'
import { UploadFacts } from './UploadFacts.tsx'
import { canRetry, viewUpload, type UploadItem } from './upload-view.ts'
import { useTexts, type TextKey } from './use-texts.ts'

/**
 * One upload: how far it is, in words and as a bar, and what can be done about it. `elsewhere`: it goes to another folder than this one.
 * `onFocusLost` is called when the row goes while a button of it has the focus.
 */
export function UploadRow({
  item,
  elsewhere,
  onFocusLost,
}: {
  item: UploadItem
  elsewhere: boolean
  onFocusLost: () => void
}) {
  const t = useTexts()
  const portal = usePortal()
  const { upload } = portal
  const chooser = useRef<HTMLInputElement>(null)
  const nameId = useId()
  const row = useRef<HTMLLIElement>(null)
  const { id, name, state } = item
  const view = viewUpload(item)

  const loseFocus = useEffectEvent(onFocusLost)
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (element?.contains(document.activeElement)) loseFocus()
    }
  }, [])

  const cancel = () => {
    upload.abort(id)
    portal.notify('info', t('upload.cancelled', { name: shortenName(name) }), {
      label: t('action.undo'),
      run: () => upload.restore(id),
    })
  }
  const action = mainAction(state)
  return (
    <li ref={row} className="f-upload" data-phase={state.phase}>
      <EntryIcon kind="file" name={name} />
      <div className="f-upload__text">
        <div className="f-upload__name" id={nameId}>
          <EntryName name={name} />
        </div>
        {view.fraction !== null && <Progress value={view.fraction} label={t('upload.progress', { name })} />}
        <UploadFacts item={item} view={view} elsewhere={elsewhere} />
      </div>
      <div className="f-upload__buttons">
        {state.phase === 'needs-file' && (
          <Button
            aria-describedby={nameId}
            data-part="give-file"
            onClick={() => {
              if (state.why === 'permission') void upload.allow(id)
              else chooser.current?.click()
            }}
          >
            {t(state.why === 'permission' ? 'upload.allow' : 'upload.give')}
          </Button>
        )}
        <input
          ref={chooser}
          type="file"
          hidden
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file) upload.provide(id, file)
            event.currentTarget.value = '' // So that choosing the same file again is a change too.
          }}
        />
        {/* One button that changes, so that whoever has just pressed it can press it again. */}
        {action && (
          <IconButton
            label={t(action.label)}
            svg={action.svg}
            aria-describedby={nameId}
            onClick={() => upload[action.act](id)}
          />
        )}
        {state.phase !== 'done' && (
          <IconButton
            label={t('action.cancel')}
            svg={x}
            data-part="cancel-upload"
            aria-describedby={nameId}
            onClick={cancel}
          />
        )}
      </div>
    </li>
  )
}

function mainAction(
  state: UploadItem['state'],
): { label: TextKey; svg: string; act: 'pause' | 'resume' | 'retry' } | null {
  switch (state.phase) {
    case 'waiting':
    case 'hashing':
    case 'checking':
    case 'sending':
    case 'offline':
      return { label: 'action.pause', svg: pause, act: 'pause' }
    case 'paused':
      return { label: 'action.resume', svg: play, act: 'resume' }
    case 'failed':
      return canRetry(state.failure.code) ? { label: 'action.retry', svg: arrowClockwise, act: 'retry' } : null
    case 'needs-file':
    case 'merging':
    case 'done':
      return null
  }
}
