import { MERGE_FIELDS, type MergeField, type MergePreview } from '../../../contract/endpoints/people/merging.ts'
import { SEALED_FIELDS, type SealedField } from '../../../contract/people/fields.ts'
import type { PersonPage } from '../../../contract/endpoints/people/people.ts'

export interface Difference {
  readonly field: MergeField
  /** The one who goes has what the one who stays lacks. */
  readonly isBetter: boolean
}

/** The fields in which two entries differ, and between which there is a choice. */
export function differences(keep: PersonPage, gone: PersonPage): Difference[] {
  const hasAccounts = keep.userId !== null && gone.userId !== null
  return MERGE_FIELDS.filter((field) => hasChoice(field, keep.userType, hasAccounts, gone)).flatMap((field) => {
    const [ours, theirs] = [valueOf(field, keep), valueOf(field, gone)]
    return ours === theirs ? [] : [{ field, isBetter: ours === '' }]
  })
}

/** The numbers of which the two have different ones, which speaks for two people. */
export const differingNumbers = (numbers: MergePreview['numbers']): SealedField[] =>
  SEALED_FIELDS.filter((kind) => numbers[kind] === 'different')

const ACCOUNT_FIELDS: readonly MergeField[] = ['email', 'phone', 'signIn']
const PUPIL = 1
const PARENT = 3

function hasChoice(field: MergeField, userType: number, hasAccounts: boolean, gone: PersonPage): boolean {
  if (ACCOUNT_FIELDS.includes(field)) return hasAccounts
  if (field === 'birthday') return userType === PUPIL
  if (field === 'position') return userType !== PUPIL && userType !== PARENT
  if (field === 'number') return userType !== PARENT && gone.number !== ''
  // A parent's are the children's; a pupil who left has no class to take.
  if (field === 'place') return userType !== PARENT && (userType !== PUPIL || gone.classId !== null)
  return true
}

/** For comparing; '' where there is none. */
function valueOf(field: MergeField, person: PersonPage): string {
  switch (field) {
    case 'place':
      return person.classId ?? person.departmentId ?? ''
    case 'position':
      return [person.positionTitle, person.englishPositionTitle].filter(Boolean).join('\n')
    case 'signIn':
      // A name that has never been used is worth less than one that has.
      return person.lastSignIn === null ? '' : (person.loginName ?? '')
    case 'sex':
      return person.sex === null ? '' : String(person.sex)
    default:
      return person[field] ?? ''
  }
}
