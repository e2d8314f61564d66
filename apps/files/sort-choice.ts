import type { Sort } from './entries.ts'
import type { TextKey } from './use-texts.ts'

/** The orders a person can choose from by name, where there are no headings to press. */
export const SORT_CHOICES: readonly { value: string; sort: Sort; text: TextKey }[] = [
  { value: 'name', sort: { by: 'name', descending: false }, text: 'sort.nameUp' },
  { value: 'name-down', sort: { by: 'name', descending: true }, text: 'sort.nameDown' },
  { value: 'date-down', sort: { by: 'date', descending: true }, text: 'sort.dateDown' },
  { value: 'date', sort: { by: 'date', descending: false }, text: 'sort.dateUp' },
  { value: 'size-down', sort: { by: 'size', descending: true }, text: 'sort.sizeDown' },
  { value: 'size', sort: { by: 'size', descending: false }, text: 'sort.sizeUp' },
]
