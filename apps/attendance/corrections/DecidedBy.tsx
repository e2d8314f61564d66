import type { Correction } from '../../../contract/endpoints/attendance/attendance.ts'
import { personName } from '../name-in.ts'
import { useLanguage, useTexts } from '../portal-context.ts'

/** Who decided a request, with their note; nothing before. */
export function DecidedBy({ decidedBy, note }: Pick<Correction, 'decidedBy' | 'note'>) {
  const t = useTexts()
  const language = useLanguage()
  if (decidedBy === null) return null
  const name = personName(decidedBy, language)
  return (
    <p className="at-soft">{note ? t('correction.saidNote', { name, note }) : t('correction.decidedBy', { name })}</p>
  )
}
