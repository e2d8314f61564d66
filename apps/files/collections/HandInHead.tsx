import type { ReactNode, RefObject } from 'react'
import { Link } from 'react-router-dom'
import type { HandIn } from '../../../contract/endpoints/storage/collections.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { formatBytes, formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useTexts } from '../portal.ts'
import { placePath } from '../sharing/places.ts'
import { nameIn } from '../sharing/receivers.tsx'

/** What is asked, of whom, and until when. */
export function HandInHead({
  handIn,
  heading,
  children,
}: {
  handIn: HandIn
  heading: RefObject<HTMLHeadingElement | null>
  children?: ReactNode
}) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <>
      <header className="f-place-head">
        <div className="f-place-head__text">
          <nav aria-label={t('path')}>
            <Link to={placePath({ page: 'hand-ins', id: null })}>{t('places.handIns')}</Link>
          </nav>
          <h1 ref={heading} tabIndex={-1}>
            {handIn.title}
          </h1>
          <p className="f-place-soft">
            {nameIn(language, handIn.class)} · {t('handIns.due', { at: formatDateTime(handIn.dueAt, language) })} ·{' '}
            {t('handIns.limitFiles', { count: handIn.maxFiles })}
            {handIn.maxBytes !== null &&
              ` · ${t('handIns.limitSize', { size: formatBytes(handIn.maxBytes, language) })}`}{' '}
            {handIn.closedAt !== null && <Tag>{t('handIns.states.closed')}</Tag>}
          </p>
        </div>
        {children}
      </header>
      {handIn.text !== '' && <p className="app-card f-place-task">{handIn.text}</p>}
    </>
  )
}
