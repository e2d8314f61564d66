import type { ImportRow } from '../../../contract/endpoints/people/imports.ts'
import type { Language } from '../../../contract/envelope.ts'
import { DETAIL_FIELDS, type DetailField, labelOf } from '../../../contract/people/fields.ts'
import { shownValue } from '../people/person-values.ts'
import { nameIn, type TextKey, type Translate } from '../portal-context.ts'

/** A field of a row: what it was and what it becomes; null where there was no row before. */
export interface FieldChange {
  readonly label: string
  readonly before: string | null
  readonly after: string
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the object has these properties
const detailLabels = Object.fromEntries(DETAIL_FIELDS.map((name) => [name, labelOf(name)])) as Record<
  DetailField,
  TextKey
>

/** Fields in the order in which they are told. The tag and the heading of a row say `type` and `name`. */
const LABELS = {
  name: 'column.name',
  englishName: 'form.englishName',
  number: 'column.number',
  loginName: 'column.loginName',
  sex: 'column.sex',
  birthday: 'form.birthday',
  ...detailLabels,
  gradeId: 'filter.grade',
  classId: 'filter.class',
  campusId: 'filter.campus',
  headTeacherId: 'person.head',
  departmentId: 'filter.department',
  position: 'form.positionTitle',
  englishPosition: 'form.englishPositionTitle',
  parentId: 'imports.field.parentAccount',
  teaching: 'imports.field.teaching',
  relation: 'family.relation',
  phone: 'form.phone',
  email: 'form.email',
  active: 'filter.state',
} as const satisfies Record<string, TextKey>
type Field = keyof typeof LABELS

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the record has no other keys
const FIELDS = Object.keys(LABELS) as Field[]

/** What a field is called; of one that imports do not write, that it is another. */
export function fieldName(field: string, t: Translate): string {
  const known = FIELDS.find((one) => one === field)
  return t(known ? LABELS[known] : 'imports.field.other')
}

/** What a row is about. */
export function kindName(kind: ImportRow['kind'], t: Translate): string {
  if (kind === 'person') return t('person.title')
  return t(kind === 'guardian' ? 'type.3' : `filter.${kind}`)
}

/** What a row changes, or of a new one what it has, in the user's words. */
export function changesOf(row: ImportRow, t: Translate, language: Language): FieldChange[] {
  const { action, name, before, names } = row
  const after = row.after ?? {}
  const nameOf = (rowId: string) => {
    const found = names[rowId]
    return found ? nameIn(found, language) : t('none')
  }
  const tell = (field: Field, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('none')
    if (field === 'active') return t(value === true ? 'filter.active' : 'filter.inactive')
    if (field === 'sex') return value === 1 || value === 2 ? t(`sex.${value}`) : t('none')
    if (field === 'teaching') return Array.isArray(value) ? value.map(tellTaught).join(t('comma')) || t('none') : ''
    if (field === 'relation' && isRelation(value)) return t(`relation.${value}`)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const detail = DETAIL_FIELDS.find((one) => one === field)
    if (detail) return shownValue(detail, text, t, language)
    return field.endsWith('Id') ? nameOf(text) : text
  }
  const tellTaught = (pair: unknown) => {
    const [classId = '', subjectId = ''] = String(pair).split(':')
    return `${nameOf(subjectId)}${t('inBrackets', { text: nameOf(classId) })}`
  }
  return FIELDS.flatMap((field) => {
    if (!Object.hasOwn(after, field)) return []
    // What the row's heading says already, and what all new people are.
    if (action === 'new' && (field === 'active' || (field === 'name' && after[field] === name))) return []
    return [
      {
        label: t(LABELS[field]),
        before: before ? tell(field, before[field]) : null,
        after: tell(field, after[field]),
      },
    ]
  })
}

const RELATIONS = ['father', 'mother', 'grandparent', 'other'] as const
const isRelation = (value: unknown): value is (typeof RELATIONS)[number] => RELATIONS.some((one) => one === value)
