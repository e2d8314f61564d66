import ListChecks from '@phosphor-icons/core/regular/list-checks.svg?react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useShownCounts } from '../../core/live/last-counts.ts'
import { bellText } from '../../core/live/unread-counts.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { formatDateTime } from '../../ui/format/format.ts'
import { CountedButton } from '../../ui/CountedButton.tsx'
import { lateDialog } from '../../ui/late-part.tsx'

const TodosDialog = lateDialog(() => import('./TodosDialog.tsx'))

/** The button for to-dos with their count: "99+" for more than 99. */
export function TodoButton({ user }: { user: SessionUser }) {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  const shown = useShownCounts()
  const language = useLanguage()
  const count = shown?.counts.todo ?? 0
  const time = shown?.at ? formatDateTime(shown.at, language) : null

  return (
    <>
      <CountedButton
        label={
          count === 0
            ? t('header.todos')
            : time === null
              ? t('todosWaiting', { count })
              : t('todosWaitingAsOf', { count, time })
        }
        svg={ListChecks}
        count={bellText(count)}
        open={open}
        onPrepare={TodosDialog.prepare}
        onClick={() => setOpen(true)}
      />
      {open && <TodosDialog user={user} onClose={() => setOpen(false)} />}
    </>
  )
}
