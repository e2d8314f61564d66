import ListChecks from '@phosphor-icons/core/regular/list-checks.svg?react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bellText, useCounts } from '../../core/live/waiting.ts'
import { CountedButton } from '../../ui/CountedButton.tsx'

const loadDialog = () => import('./TodosDialog.tsx')
const TodosDialog = lazy(loadDialog)

/** The button for to-dos with their count: "99+" for more than 99. */
export function TodoButton() {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  const count = useCounts()?.todo ?? 0

  return (
    <>
      <CountedButton
        label={count > 0 ? t('todosWaiting', { count }) : t('header.todos')}
        svg={ListChecks}
        count={bellText(count)}
        open={open}
        onPrepare={() => void loadDialog().catch(() => {})}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={null}>
          <TodosDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
