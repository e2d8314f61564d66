import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import type { FormState } from '../../../src/app/ui/form/use-form.ts'
import { useTexts } from '../portal-context.ts'

const URGENT = 5

/** Asks before an urgent message goes to many people. Returns the form's `onSubmit` in place of its own, and the question. */
export function useUrgentQuestion(
  { props }: Pick<FormState, 'props'>,
  draft: { readonly kind: 'message' | 'todo'; readonly importance: number; readonly title: string },
  recipients: number | undefined,
): { onSubmit: (event: FormEvent<HTMLFormElement>) => void; question: ReactNode } {
  const t = useTexts()
  const [asked, setAsked] = useState<HTMLFormElement | null>(null)
  const confirmed = useRef(false)
  // What cannot be sent is refused by the form without a question.
  const asks = draft.kind === 'message' && draft.importance === URGENT && draft.title.trim() !== '' && recipients !== 0
  return {
    onSubmit(event) {
      if (asks && !confirmed.current) {
        event.preventDefault()
        event.stopPropagation()
        setAsked(event.currentTarget)
        return
      }
      confirmed.current = false
      props.onSubmit(event)
    },
    question: asked && (
      <ConfirmDialog
        question={t('messages.urgentQuestion')}
        hint={recipients === undefined ? t('messages.urgentHint') : t('messages.urgentHintFor', { count: recipients })}
        action={t('messages.urgentSend')}
        kind="primary"
        onClose={() => setAsked(null)}
        onDone={() => {
          confirmed.current = true
          asked.requestSubmit()
        }}
      />
    ),
  }
}
