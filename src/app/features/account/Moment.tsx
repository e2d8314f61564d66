import { Trans } from 'react-i18next'
import { useLanguage } from '../../core/language/use-language.ts'
import { formatDateTime } from '../../ui/format/format.ts'

/** A moment in the user's language and zone; with `text`, inside the sentence of that name, whose `<time>` it fills. */
export function Moment({ at, text }: { at: string; text?: 'lastUsed' | 'started' | 'linked' | 'applicationSince' }) {
  const language = useLanguage()
  const time = formatDateTime(at, language)
  if (!text) return <time dateTime={at}>{time}</time>
  return <Trans ns="account" i18nKey={text} values={{ time }} components={{ time: <time dateTime={at} /> }} />
}
