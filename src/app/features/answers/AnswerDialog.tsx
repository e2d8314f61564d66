import './answers.css'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { REPLY_LENGTH, type GivenAnswer } from '../../../../contract/endpoints/messages/answers.ts'
import { textFor } from '../../../../contract/envelope.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { filled } from '../../../../contract/fields.ts'
import zhCN from '../../locales/zh-CN/answers.json'
import { openAnswerRequest, type AnswerableItem } from '../../core/answers/answer-request.ts'
import { tellAnswered } from '../../core/answers/answer-item.ts'
import { sendAnswer } from '../../core/answers/send-answer.ts'
import { schoolName } from '../../core/family/linked-schools.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { personName } from '../../micro-apps/names.ts'
import { ChoicesField } from '../../ui/fields/ChoicesField.tsx'
import { LinesField } from '../../ui/fields/LinesField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'

addTexts('zh-CN', 'answers', zhCN)

/** Replies that were begun, by the item, so that a closed dialog or a failure loses nothing. */
const drafts = new Map<string, string>()

/** The open item: its text, and a signature or a reply. */
export default function AnswerDialog({ item, user }: { item: AnswerableItem; user: SessionUser }) {
  return item.asks === 'sign' ? <SignDialog item={item} user={user} /> : <ReplyDialog item={item} />
}

const close = (answered: boolean): void => openAnswerRequest.current?.onClose(answered)

function useSend(item: AnswerableItem) {
  const { t } = useTranslation('answers')
  // An item that only asks for 'done' has no dialog.
  return async (given: Exclude<GivenAnswer, { answer: 'done' }>) => {
    await sendAnswer(item, given)
    drafts.delete(item.id)
    close(true)
    tellAnswered(item, t(given.answer))
  }
}

const signature = z.object({ answer: z.literal(['agreed', 'declined']) })

function SignDialog({ item, user }: { item: AnswerableItem; user: SessionUser }) {
  const { t } = useTranslation('answers')
  const language = useLanguage()
  const send = useSend(item)
  const form = useForm({
    schema: signature,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing is chosen at first
    values: { answer: '' as 'agreed' | 'declined' },
    texts: { answer: t('choose') },
    submit: send,
  })
  const { answer } = form.watch()
  return (
    <FormDialog
      title={t('signAction')}
      action={t('signAction')}
      form={form}
      offline={t('offline')}
      onClose={() => close(false)}
    >
      <AskedText item={item} />
      <ChoicesField
        type="radio"
        name="answer"
        label={t('choice')}
        chosen={[answer]}
        error={form.errorOf('answer')}
        options={[
          ['agreed', t('agree')],
          ['declined', t('decline')],
        ]}
        onChange={([chosen]) => chosen && form.change('answer', chosen)}
      />
      <p className="k-field__hint">{t('as', { name: personName(item.account?.person ?? user, language) })}</p>
    </FormDialog>
  )
}

const replyFields = z.object({ reply: filled(REPLY_LENGTH) })

function ReplyDialog({ item }: { item: AnswerableItem }) {
  const { t } = useTranslation('answers')
  const send = useSend(item)
  const form = useForm({
    schema: replyFields,
    values: { reply: drafts.get(item.id) ?? '' },
    texts: { reply: t('empty') },
    submit: ({ reply }) => send({ answer: 'replied', reply }),
  })
  const { reply } = form.watch()
  useEffect(() => void drafts.set(item.id, reply), [item.id, reply])
  return (
    <FormDialog
      title={t('replyTitle')}
      action={t('replyAction')}
      form={form}
      offline={t('offline')}
      onClose={() => close(false)}
    >
      <AskedText item={item} />
      <LinesField {...form.field('reply')} label={t('reply')} hint={t('replySeen')} rows={4} maxLength={REPLY_LENGTH} />
    </FormDialog>
  )
}

function AskedText({ item: { title, text, account } }: { item: AnswerableItem }) {
  const language = useLanguage()
  const shown = textFor(language, text)
  return (
    <div className="an-asked">
      {account && <p className="an-asked__school">{schoolName(account, language)}</p>}
      <p className="an-asked__title">{textFor(language, title)}</p>
      {shown !== '' && <p className="an-asked__text">{shown}</p>}
    </div>
  )
}
