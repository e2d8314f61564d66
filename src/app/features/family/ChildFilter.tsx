import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../core/language/use-language.ts'
import type { FamilyOverview } from '../../../../contract/endpoints/family.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages.ts'
import { classIn, gradeIn } from './child-names.ts'

/** All children, or one of them, each with how much waits. */
export function ChildFilter({
  items,
  total,
  chosen,
  onChoose,
}: {
  items: FamilyOverview['children']
  total: WaitingCounts
  /** Null is all of them. */
  chosen: string | null
  onChoose: (id: string | null) => void
}) {
  const language = useLanguage()
  const { t } = useTranslation('family')
  return (
    <div className="fam-filter" role="group" aria-label={t('overview.children')}>
      <button type="button" className="fam-filter__one" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        <span className="fam-filter__name">{t('overview.all')}</span>
        <Counts counts={total} />
      </button>
      {items.map((child) => (
        <button
          key={child.id}
          type="button"
          className="fam-filter__one"
          aria-pressed={chosen === child.id}
          title={t('overview.filter')}
          onClick={() => onChoose(chosen === child.id ? null : child.id)}
        >
          <span className="fam-filter__name">
            {child.realName}
            <span className="fam-filter__class">
              {gradeIn(child, language)} {classIn(child, language)}
            </span>
          </span>
          <Counts counts={child} />
        </button>
      ))}
    </div>
  )
}

function Counts({ counts: { message, todo } }: { counts: WaitingCounts }) {
  const { t } = useTranslation('family')
  return <span className="fam-filter__counts">{t('overview.waiting', { messages: message, todos: todo })}</span>
}
