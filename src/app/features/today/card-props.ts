import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import type { TodayCard } from '../../../../contract/endpoints/desktop/today.ts'

export interface CardsProps {
  readonly user: SessionUser
  /** Codes of the applications on the desktop. */
  readonly codes: ReadonlySet<string>
  /** The page of an application on the desktop. */
  readonly pathOf: (code: string) => string | undefined
  /** The list of to-dos stands beside the desktop. */
  readonly hasTodosBeside: boolean
  /** Shows a child in the attendance application. */
  readonly onOpenChild: (studentId: string) => void
  /** Shows what is open about a child. */
  readonly onShowTodos: (studentId: string) => void
}

type CardOf<Kind extends TodayCard['kind']> = Extract<TodayCard, { kind: Kind }>

export interface CardProps<Kind extends TodayCard['kind']> extends CardsProps {
  readonly card: CardOf<Kind>
  /** Of the unit. */
  readonly timeZone: string
  /** Today, YYYY-MM-DD. */
  readonly date: string
  /** When the cards were computed, ISO 8601. */
  readonly at: string
}
