import type { ReactNode } from 'react'
import type { AttendancePerson, Correction } from '../../../contract/endpoints/attendance/attendance.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { groupOf, personName } from '../name-in.ts'
import { useTexts } from '../portal-context.ts'
import { StateBadge, type RequestState } from './StateBadge.tsx'

interface Decided {
  readonly state: RequestState
  readonly what: string
  readonly decidedBy: Correction['decidedBy']
  /** The name of the person who decided. */
  readonly note?: string
}

/** A request in a list of those of several people. */
export function RequestCard({
  person,
  state,
  what,
  asked,
  decidedBy,
  note,
  isOwnChild = false,
  details,
  children,
}: Decided & {
  person: AttendancePerson
  /** Who asked for it, and when. */
  asked?: { text: string; at: string }
  /** The user may not decide about the own child. */
  isOwnChild?: boolean
  details: ReactNode
  /** Its buttons. */
  children: ReactNode
}) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <article className="app-card at-ask">
      <div className="at-row at-ask__head">
        <h2 className="k-focus-target" tabIndex={-1}>
          {personName(person, language)}
        </h2>
        <span className="k-soft">{groupOf(person, language)}</span>
        <StateBadge state={state} />
      </div>
      <p className="at-what">{what}</p>
      {details}
      {asked && (
        <p className="k-soft">
          {asked.text} <TimeAgo at={asked.at} />
        </p>
      )}
      <DecidedBy decidedBy={decidedBy} note={note} />
      {isOwnChild && <p className="k-soft">{t('ownChild')}</p>}
      <div className="k-buttons">{children}</div>
    </article>
  )
}

/** A request beside the month that it is about. */
export function RequestNote({
  state,
  what,
  lines,
  decidedBy,
  note,
  children,
}: Decided & { lines: readonly string[]; children?: ReactNode }) {
  return (
    <div className="at-request">
      <p className="at-row">
        <StateBadge state={state} />
        <span className="at-what">{what}</span>
      </p>
      {lines.filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <DecidedBy decidedBy={decidedBy} note={note} />
      {children}
    </div>
  )
}

/** Who decided a request, with their note; nothing before. */
function DecidedBy({ decidedBy, note }: Pick<Decided, 'decidedBy'> & { note: string | undefined }) {
  const t = useTexts()
  const language = useLanguage()
  if (decidedBy === null) return null
  const name = personName(decidedBy, language)
  return (
    <p className="k-soft">{note ? t('correction.saidNote', { name, note }) : t('correction.decidedBy', { name })}</p>
  )
}
