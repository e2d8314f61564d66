import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../core/language/use-language.ts'
import { useNavigate } from 'react-router-dom'
import type { Todo } from '../../../../contract/endpoints/todos.ts'
import { pageOf } from '../../../../contract/pages.ts'
import { Button } from '../../ui/Button.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'

/** One to-do: what, since when, the way to it and the way off the list. */
export function TodoRow({ todo, onIgnore }: { todo: Todo; onIgnore: () => void }) {
  const language = useLanguage()
  const { t } = useTranslation('todos')
  const navigate = useNavigate()
  const { title, url } = todo
  const isElsewhere = url !== null && /^https?:/i.test(url)
  const isPage = url !== null && !isElsewhere && pageOf(new URL(url, location.origin).pathname) !== null

  return (
    <li className="t-row">
      <p className="t-row__title">{title}</p>
      <p className="t-row__since">
        <TimeAgo at={todo.createTime} language={language} />
      </p>
      <div className="t-row__ways">
        {url !== null && (
          <a
            className="k-button k-button--quiet"
            href={url}
            aria-label={t(isElsewhere ? 'viewOfNewWindow' : 'viewOf', { title })}
            {...(isElsewhere && { target: '_blank', rel: 'noopener noreferrer' })}
            onClick={(event) => {
              const { button, metaKey, ctrlKey, shiftKey, altKey } = event
              if (!isPage || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
              event.preventDefault()
              void navigate(url)
            }}
          >
            {t('view')}
          </a>
        )}
        <Button kind="quiet" data-ignore="" aria-label={t('ignoreOf', { title })} onClick={onIgnore}>
          {t('ignore')}
        </Button>
      </div>
    </li>
  )
}
