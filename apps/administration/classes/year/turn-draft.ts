import type { TurnPlan, TurnState } from '../../../../contract/endpoints/people/school-year.ts'
import { suggestTurn, type OddStep, type TurnProblem } from '../../../../contract/rules/people/turn-year.ts'
import { suggestYear, type SchoolYear } from '../../../../contract/rules/school-year.ts'
import { addDays } from '../../../../contract/rules/zoned-time.ts'
import { useKept } from '../../../../src/app/core/query/use-kept.ts'
import type { Picked } from '../PersonField.tsx'

export const STEPS = ['year', 'classes', 'pupils', 'preview'] as const
export type Step = (typeof STEPS)[number]

/** A class as it is to be: one of today, or a new one. */
export interface DraftClass {
  /** Its identifier, or the key of a new one. */
  readonly id: string
  /** Null when it graduates. */
  readonly gradeId: string | null
  readonly campusId: string | null
  readonly name: string
  readonly englishName: string
  readonly head: Picked | null
}

export interface DraftPupil {
  readonly studentId: string
  readonly realName: string
  readonly englishName: string
  /** The class of today. */
  readonly home: string
  /** A class, or the key of a new one; null for pupils who leave. */
  readonly into: string | null
}

/** What was chosen so far; nothing of it is written before it is confirmed. */
export interface TurnDraft {
  readonly basis: string
  /** The state was another one when this was begun. */
  readonly isRebased: boolean
  readonly step: Step
  readonly year: SchoolYear
  readonly classes: readonly DraftClass[]
  readonly newClasses: readonly DraftClass[]
  readonly pupils: readonly DraftPupil[]
  readonly closeAccounts: boolean
}

/** What the steps of a turn share. */
export interface StepProps {
  readonly state: TurnState
  readonly draft: TurnDraft
  readonly problems: readonly TurnProblem[]
  readonly odd: readonly OddStep[]
  readonly onChange: (part: Partial<TurnDraft>) => void
}

/** The usual year that begins after the present one has ended, or within half a year where its end is unknown. */
export function followingYear({ current, today }: Pick<TurnState, 'current' | 'today'>): SchoolYear {
  const next = suggestYear(current.endsOn === null ? addDays(today, 183) : addDays(current.endsOn, 1))
  return current.endsOn !== null && next.startsOn <= current.endsOn ? suggestYear(addDays(next.endsOn, 1)) : next
}

function draftClasses(state: TurnState): Pick<TurnDraft, 'classes' | 'newClasses'> {
  const { classes, newClasses } = suggestTurn(state)
  return {
    classes: classes.map(({ classId: id, gradeId, name, englishName }) => {
      const of = state.classes.find(({ classId }) => classId === id)
      const head = gradeId === null ? null : (of?.headTeacher ?? null)
      return { id, gradeId, campusId: of?.campusId ?? null, name, englishName, head }
    }),
    newClasses: newClasses.map(({ key: id, gradeId, campusId, name, englishName }) => {
      return { id, gradeId, campusId, name, englishName, head: null }
    }),
  }
}

export function newDraft(state: TurnState): TurnDraft {
  return {
    basis: state.basis,
    isRebased: false,
    step: 'year',
    year: followingYear(state),
    ...draftClasses(state),
    pupils: [],
    closeAccounts: true,
  }
}

/** The draft for a state that was changed meanwhile: what was chosen stays where its class is still there. */
export function rebase(draft: TurnDraft, state: TurnState): TurnDraft {
  if (draft.basis === state.basis) return draft
  const known = new Set([...state.classes.map(({ classId }) => classId), ...draft.newClasses.map(({ id }) => id)])
  return {
    ...draft,
    basis: state.basis,
    isRebased: true,
    classes: draftClasses(state).classes.map((one) => draft.classes.find(({ id }) => id === one.id) ?? one),
    pupils: draft.pupils.filter(({ home, into }) => known.has(home) && (into === null || known.has(into))),
  }
}

/** The plan of a draft, and the classes of today of its pupils. */
export function planOf(draft: TurnDraft): { plan: TurnPlan; home: ReadonlyMap<string, string> } {
  const fields = ({ gradeId, name, englishName, head }: DraftClass) => {
    return { gradeId, name, englishName, headTeacherId: gradeId === null ? null : (head?.userId ?? null) }
  }
  return {
    plan: {
      year: { ...draft.year, terms: draft.year.terms.map((term) => ({ ...term })) },
      classes: draft.classes.map((one) => ({ classId: one.id, ...fields(one) })),
      newClasses: draft.newClasses.flatMap((one) =>
        one.gradeId === null ? [] : [{ key: one.id, campusId: one.campusId, ...fields(one), gradeId: one.gradeId }],
      ),
      pupils: draft.pupils.map(({ studentId, into }) => ({ studentId, into })),
      closeAccounts: draft.closeAccounts,
    },
    home: new Map(draft.pupils.map(({ studentId, home }) => [studentId, home])),
  }
}

/** The key of another new class. */
export function nextKey(newClasses: readonly DraftClass[]): string {
  const numbers = newClasses.map(({ id }) => Number(id.slice('new-'.length)))
  return `new-${Math.max(0, ...numbers) + 1}`
}

const KEY = ['turn-draft']

/** The draft of this visit to the portal: other pages can be looked at in between. In memory alone, because it has names of pupils. */
export function useTurnDraft(state: TurnState) {
  const [kept = null, keep] = useKept<TurnDraft | null>(KEY)
  const draft = kept ? rebase(kept, state) : newDraft(state)
  return {
    draft,
    isBegun: kept !== null,
    change: (part: Partial<TurnDraft>) => keep({ ...draft, ...part }),
    discard: () => keep(null),
  }
}
