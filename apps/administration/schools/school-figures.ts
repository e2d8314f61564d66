import type { TextKey } from '../portal-context.ts'

/** What is counted of a school; `heading`: its name over a column, where that is another. */
export const FIGURES: readonly {
  readonly figure: 'pupils' | 'teachers' | 'parents' | 'staff' | 'classes' | 'today' | 'week'
  readonly label: TextKey
  readonly heading?: TextKey
}[] = [
  { figure: 'pupils', label: 'types.1' },
  { figure: 'teachers', label: 'types.2' },
  { figure: 'parents', label: 'types.3' },
  { figure: 'staff', label: 'type.4' },
  { figure: 'classes', label: 'structure.part.class' },
  { figure: 'today', label: 'schools.todayLong', heading: 'schools.column.today' },
  { figure: 'week', label: 'schools.weekLong', heading: 'schools.column.week' },
]
