import { renewUser } from '../../../core/session/renew-user.ts'
import './picture.css'
import { useOnline } from '../../../core/connectivity/use-online.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar, type Portrait } from '../../../ui/icons/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FileButton } from '../../../ui/files/FileButton.tsx'
import { useChange } from '../../../core/query/use-change.ts'
import { useFocusWhen } from '../use-focus-when.ts'
import { removePicture, useChosenPicture, type SmallPicture } from './use-chosen-picture.ts'
import { FormFailure } from '../../../ui/form/FormFooter.tsx'
import { failureText } from '../../../core/notices/failure-text.ts'
import { Card } from '../../../ui/record/Card.tsx'

/** Without HEIC, so that an iPhone converts to JPEG. Other chosen files are tried anyway. */
const KINDS = 'image/jpeg,image/png,image/webp'

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
  const [problem, setProblem] = useState<unknown>(null)
  const [hasCamera] = useState(() => matchMedia('(pointer: coarse)').matches)
  const { choice, choose, forget } = useChosenPicture(setProblem)
  const put = async (chosen: SmallPicture) => {
    await send(chosen)
    await renewUser()
  }
  const save = useChange(put, { done: t('picture.saved'), renews: [] })
  const remove = useChange(removePicture, {
    done: t('picture.removed'),
    undo: (before) => before && (() => put(before)),
    undone: t('picture.restored'),
    renews: [],
  })
  const busy = save.isPending || remove.isPending
  const [chooser, focusChooser] = useFocusWhen<HTMLButtonElement>(!busy)
  /** The pressed button is gone afterwards. */
  const leave = () => {
    forget()
    focusChooser()
  }
  const after = { onSuccess: leave, onError: setProblem }
  const fileButton = {
    disabled: busy || choice.status === 'making',
    onFile: (file: File) => {
      setProblem(null)
      void choose(file)
    },
  }

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
          <FormFailure failure={problem === null ? null : failureText(problem)} />
          <div className="k-buttons">
            {choice.status === 'chosen' && (
              <Button
                kind="primary"
                busy={save.isPending}
                needsNetwork
                onClick={() => {
                  setProblem(null)
                  save.mutate(choice.picture, after)
                }}
              >
                {common('save')}
              </Button>
            )}
            <FileButton ref={chooser} accept={KINDS} {...fileButton}>
              {choice.status === 'chosen' ? t('picture.chooseOther') : t('picture.choose')}
            </FileButton>
            {hasCamera && (
              <FileButton accept="image/*" capture="user" {...fileButton}>
                {t('picture.take')}
              </FileButton>
            )}
            {choice.status === 'chosen' ? (
              <Button
                disabled={busy}
                onClick={() => {
                  setProblem(null)
                  leave()
                }}
              >
                {common('cancel')}
              </Button>
            ) : (
              picture !== null && (
                <Button
                  busy={remove.isPending}
                  needsNetwork
                  disabled={choice.status === 'making'}
                  onClick={() => {
                    setProblem(null)
                    remove.mutate(undefined, after)
                  }}
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
