import { Trans } from 'react-i18next'
import { useLanguage } from '../../core/language/use-language.ts'
import { formatDateTime } from '../../ui/format/format.ts'

/** A moment in the user's language and zone; with `text`, a sentence of that name around it; `never` where there is none. */
export function Moment({
  at,
  text,
  never,
}: {
  at: string | null
  never?: string
  text?:
    | 'lastUsed'
    | 'started'
    | 'linked'
    | 'applicationSince'
    | 'schools.since'
    | 'protection:added'
    | 'protection:stepSince'
}) {
  const language = useLanguage()
  if (at === null) return <span>{never}</span>
  const shown = formatDateTime(at, language)
  const time = <time dateTime={at}>{shown}</time>
  if (!text) return time
  return (
    <span>
      <Trans ns={['account', 'protection']} i18nKey={text} values={{ time: shown }} components={{ time }} />
    </span>
  )
}
