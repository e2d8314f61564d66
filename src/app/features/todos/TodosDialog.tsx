import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useUsableSchools } from '../../core/family/use-home.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { unitNameIn } from '../../core/tenant/unit.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { SchoolHeading } from '../../ui/layout/SchoolHeading.tsx'
import { TodoList } from './TodoPanel.tsx'
import { latePart } from '../../ui/late-part.tsx'

// Most people have no linked school.
const LinkedTodos = latePart(() => import('./LinkedTodos.tsx'))

/** The to-dos of the own school and of linked ones, whatever the desktop is narrowed to. */
export default function TodosDialog({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const { t } = useTranslation('todos')
  const { t: common } = useTranslation('common')
  const list = useRef<HTMLDivElement>(null)
  const language = useLanguage()
  const schools = useUsableSchools(user)
  const hasSchools = schools.length > 0
  return (
    <Dialog title={t('title')} width="min(480px, 100vw)" onClose={onClose} done={common('close')}>
      <div ref={list} className="t-dialog k-focus-target" tabIndex={-1}>
        {hasSchools && <SchoolHeading name={unitNameIn(user, language)} />}
        <TodoList userId={user.userId} around={list} onLeave={onClose} />
        {hasSchools && <LinkedTodos userId={user.userId} schools={schools} around={list} />}
      </div>
    </Dialog>
  )
}
