import ListChecks from '@phosphor-icons/core/regular/list-checks.svg?react'
import X from '@phosphor-icons/core/regular/x.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { textFor } from '../../../../contract/envelope.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { todoQuery } from './todo-pages.ts'

/** One line: how many to-dos wait and the first of them. Empty until they are loaded. */
export function TodoBar({ onOpen, onClose }: { onOpen: () => void; onClose: () => void }) {
  const { t } = useTranslation('todos')
  const language = useLanguage()
  const titleId = useId()
  const { data } = useQuery(todoQuery(0))
  const [first] = data?.list ?? []
  if (!data || !first) return null
  return (
    <aside className="t-bar" aria-labelledby={titleId}>
      <Icon svg={ListChecks} />
      <h2 id={titleId}>{t('title')}</h2>
      <span className="k-number t-panel__count" aria-hidden="true">
        {data.total}
      </span>
      <p className="visually-hidden" role="status">
        {t('announced', { count: data.total })}
      </p>
      <p className="t-bar__first">{textFor(language, first.title)}</p>
      <Button kind="quiet" aria-label={t('openAll')} onClick={onOpen}>
        {t('open')}
      </Button>
      <IconButton label={t('close')} svg={X} size={18} onClick={onClose} />
    </aside>
  )
}
