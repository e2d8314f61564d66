import { useId, useState, type FormEvent } from 'react'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { useTranslation } from 'react-i18next'
import { MESSAGE_LENGTH, MESSAGE_URL_LENGTH, publish } from '../../../../contract/endpoints/messages.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { notify } from '../../core/notices/notices.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import { IMPORTANCES, type Importance } from './importance.ts'

const USER_TYPES = [2, 1, 3, 4] as const
type UserType = (typeof USER_TYPES)[number]
/** As in the contract, for an earlier message. */
const ADDRESS = /^(https?:\/\/|\/)[^\s/\\][^\s\\]*$/
const USUAL: Importance = 2

type Wrong = Partial<Record<'text' | 'to' | 'url', string>>

export function PublishDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messages')
  const { t: common } = useTranslation('common')
  const id = useId()
  const [text, setText] = useState('')
  const [url, setUrl] = useState('')
  const [importance, setImportance] = useState<Importance>(USUAL)
  const [to, setTo] = useState<readonly UserType[]>(USER_TYPES)
  const [wrong, setWrong] = useState<Wrong>({})
  const [busy, setBusy] = useState(false)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const link = url.trim()
    const found: Wrong = {
      ...(text.trim() === '' && { text: t('publish.textMissing') }),
      ...(to.length === 0 && { to: t('publish.toMissing') }),
      ...(link !== '' && !ADDRESS.test(link) && { url: t('publish.urlWrong') }),
    }
    setWrong(found)
    const [first] = Object.keys(found)
    if (first !== undefined) {
      document.getElementById(`${id}-${first}`)?.focus()
      return
    }
    setBusy(true)
    try {
      const { recipients } = await call(publish, {
        text: text.trim(),
        importance,
        userTypes: [...to],
        ...(link !== '' && { url: link }),
      })
      notify('success', t('publish.sent', { count: recipients }))
      onClose()
    } catch (error) {
      // The form keeps its values for another try.
      setBusy(false)
      reportFailure(error)
    }
  }

  return (
    <Dialog
      open
      title={t('publish.title')}
      width="min(560px, 100vw)"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button kind="primary" type="submit" form={id} busy={busy}>
            {t('publish.send')}
          </Button>
        </>
      }
    >
      <form id={id} className="m-form" noValidate onSubmit={(event) => void send(event)}>
        <div className="k-field">
          <label className="k-field__label" htmlFor={`${id}-text`}>
            {t('publish.text')}
          </label>
          <textarea
            id={`${id}-text`}
            className="k-field__input m-form__text"
            rows={4}
            maxLength={MESSAGE_LENGTH}
            value={text}
            aria-invalid={wrong.text !== undefined || undefined}
            aria-describedby={wrong.text === undefined ? undefined : `${id}-text-error`}
            onChange={({ target }) => setText(target.value)}
          />
          <p className="k-field__error" id={`${id}-text-error`} role="alert">
            {wrong.text}
          </p>
        </div>
        <fieldset className="m-form__group">
          <legend>{t('publish.importance')}</legend>
          {IMPORTANCES.map((one) => (
            <label key={one} className="m-form__choice">
              <input type="radio" name="importance" checked={importance === one} onChange={() => setImportance(one)} />
              {t(`importance.${one}`)}
            </label>
          ))}
        </fieldset>
        <fieldset className="m-form__group" aria-describedby={wrong.to === undefined ? undefined : `${id}-to-error`}>
          <legend>{t('publish.to')}</legend>
          {USER_TYPES.map((type, at) => (
            <label key={type} className="m-form__choice">
              <input
                type="checkbox"
                id={at === 0 ? `${id}-to` : undefined}
                checked={to.includes(type)}
                onChange={({ target }) => setTo(target.checked ? [...to, type] : to.filter((other) => other !== type))}
              />
              {t(`publish.types.${type}`)}
            </label>
          ))}
          <p className="k-field__error" id={`${id}-to-error`} role="alert">
            {wrong.to}
          </p>
        </fieldset>
        <TextField
          label={t('publish.url')}
          hint={t('publish.urlHint')}
          error={wrong.url ?? ''}
          inputMode="url"
          autoComplete="off"
          maxLength={MESSAGE_URL_LENGTH}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
      </form>
    </Dialog>
  )
}
