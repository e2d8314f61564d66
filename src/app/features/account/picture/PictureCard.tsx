import { renewUser } from '../../../core/session/renew-user.ts'
import './picture.css'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar, type Portrait } from '../../../ui/icons/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { notify } from '../../../core/notices/notices.ts'
import { useFocusWhen } from '../use-focus-when.ts'
import { removePicture, useChosenPicture, type SmallPicture } from './use-chosen-picture.ts'
import { FormFailure } from '../../../ui/form/FormFooter.tsx'
import { failureText } from '../../../core/notices/failure-text.ts'
import { Card } from '../../../ui/record/Card.tsx'

export function PictureCard({
  picture,
  sex,
  isPupil,
  send,
}: Portrait & {
  isPupil: boolean
  send: (picture: SmallPicture) => Promise<unknown>
}) {
  const online = useOnline()
  const { t } = useTranslation('account')
  const { t: common } = useTranslation('common')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState<'save' | 'remove' | null>(null)
  const { choice, choose, forget } = useChosenPicture((error) => setProblem(failureText(error)))
  const [chooser, focusChooser] = useFocusWhen<HTMLButtonElement>(busy === null)

  const save = async (chosen: SmallPicture) => {
    await send(chosen)
    await renewUser()
  }
  /** Runs one action at a time; the pressed button is gone afterwards. */
  const run = async (what: 'save' | 'remove', work: () => Promise<void>) => {
    setBusy(what)
    setProblem('')
    try {
      await work()
      focusChooser()
    } catch (error) {
      setProblem(failureText(error))
    } finally {
      setBusy(null)
    }
  }
  const keep = (chosen: SmallPicture) =>
    run('save', async () => {
      await save(chosen)
      forget()
      notify('success', t('picture.saved'))
    })
  const bringBack = (before: SmallPicture) =>
    save(before).then(
      () => notify('success', t('picture.restored')),
      (error: unknown) => notify('error', failureText(error)),
    )
  const takeAway = () =>
    run('remove', async () => {
      const before = await removePicture()
      const undo = before && { label: t('picture.undo'), run: () => void bringBack(before) }
      notify('success', t('picture.removed'), undo ? { action: undo } : {})
    })

  return (
    <Card id="account-picture" title={t('picture.title')}>
      <div className="a-picture" aria-busy={choice.status === 'making' || undefined}>
        {choice.status === 'chosen' ? (
          <div className="a-picture__cut">
            <img src={choice.address} alt={t('picture.preview')} width="160" height="160" />
          </div>
        ) : (
          <div className="a-picture__now">
            <Avatar picture={picture} sex={sex} size={96} chance={String(online)} />
            {choice.status === 'making' && <span className="k-spinner" aria-hidden="true" />}
          </div>
        )}
        <div className="a-picture__words">
          <div role="status">
            {choice.status === 'making' && <p>{t('picture.making')}</p>}
            {choice.status === 'chosen' && (
              <>
                <p className="a-picture__state">{t('picture.chosen')}</p>
                <p className="k-soft">{online ? t('picture.chosenHint') : t('picture.offline')}</p>
              </>
            )}
          </div>
          {choice.status === 'none' && (
            <p className="k-soft">
              {t(isPupil ? 'picture.hintOfPupil' : 'picture.hint')}
              {!online && picture !== null && ` ${t('picture.offlineActions')}`}
            </p>
          )}
          <FormFailure failure={problem} />
          <div className="k-buttons">
            {choice.status === 'chosen' && (
              <Button kind="primary" busy={busy === 'save'} needsNetwork onClick={() => void keep(choice.picture)}>
                {t('picture.save')}
              </Button>
            )}
            <PictureInput
              opener={chooser}
              label={choice.status === 'chosen' ? t('picture.chooseOther') : t('picture.choose')}
              takeLabel={t('picture.take')}
              disabled={busy !== null || choice.status === 'making'}
              onChosen={(file) => {
                setProblem('')
                void choose(file)
              }}
            />
            {choice.status === 'chosen' ? (
              <Button
                disabled={busy !== null}
                onClick={() => {
                  setProblem('')
                  forget()
                  focusChooser()
                }}
              >
                {common('cancel')}
              </Button>
            ) : (
              picture !== null && (
                <Button
                  busy={busy === 'remove'}
                  needsNetwork
                  disabled={choice.status === 'making'}
                  onClick={() => void takeAway()}
                >
                  {t('picture.remove')}
                </Button>
              )
            )}
          </div>
        </div>
      </div>
    </Card>
  )
}

/** Without HEIC, so that an iPhone converts to JPEG. Other chosen files are tried anyway. */
const KINDS = 'image/jpeg,image/png,image/webp'

/** The buttons for choosing a photo, with the camera on touch devices. */
function PictureInput({
  opener,
  label,
  takeLabel,
  disabled,
  onChosen,
}: {
  opener: RefObject<HTMLButtonElement | null>
  label: string
  takeLabel: string
  disabled: boolean
  onChosen: (file: File) => void
}) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [hasCamera] = useState(() => matchMedia('(pointer: coarse)').matches)
  const take = (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    // The same file can be chosen again.
    input.value = ''
    if (file) onChosen(file)
  }
  return (
    <>
      <Button ref={opener} disabled={disabled} onClick={() => files.current?.click()}>
        {label}
      </Button>
      <input ref={files} type="file" accept={KINDS} hidden onChange={({ currentTarget }) => take(currentTarget)} />
      {hasCamera && (
        <>
          <Button disabled={disabled} onClick={() => camera.current?.click()}>
            {takeLabel}
          </Button>
          <input
            ref={camera}
            type="file"
            accept="image/*"
            capture="user"
            hidden
            onChange={({ currentTarget }) => take(currentTarget)}
          />
        </>
      )}
    </>
  )
}
