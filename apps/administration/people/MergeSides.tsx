import type { MergeField, MergePreview } from '../../../contract/endpoints/people/merging.ts'
import type { PersonPage } from '../../../contract/endpoints/people/people.ts'
import { labelOf } from '../../../contract/people/fields.ts'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { useLocale } from '../portal-context.ts'
import { shownValue } from './person-values.ts'

/** One of the two entries. */
export function Side({ label, person }: { label: string; person: PersonPage }) {
  const { t, nameOf, personName } = useLocale()
  const lines = [
    [t(`type.${person.userType}`), person.number].filter(Boolean).join(' · '),
    person.places.map(nameOf).join(t('comma')),
    person.loginName || t(person.loginName === '' ? 'person.byCode' : 'person.noAccount'),
  ]
  return (
    <section className="ad-merge__side" aria-label={label}>
      <span className="k-soft">{label}</span>
      <strong>{personName(person)}</strong>
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {!person.active && <span className="k-soft">{t('filter.inactive')}</span>}
    </section>
  )
}

/** Whose value of a field stays. */
export function FieldChoice({
  field,
  what: { keep, gone },
  isTaken,
  onChange,
}: {
  field: MergeField
  what: MergePreview
  isTaken: boolean
  onChange: (isTaken: boolean) => void
}) {
  const { t, nameOf, date, language } = useLocale()
  const valueOf = (person: PersonPage): string => {
    switch (field) {
      case 'sex':
        return person.sex === null ? '' : shownValue('sex', person.sex, t, language)
      case 'birthday':
        return person.birthday === null ? '' : date(person.birthday)
      case 'place':
        return person.places.map(nameOf).join(t('comma'))
      case 'position':
        return nameOf({ name: person.positionTitle, englishName: person.englishPositionTitle })
      case 'signIn':
        return [
          person.loginName,
          person.lastSignIn === null
            ? t('person.never')
            : t('merge.lastSignIn', { day: date(person.lastSignIn.slice(0, 10)) }),
        ]
          .filter(Boolean)
          .join(' · ')
      case 'phone':
        return person.phoneShown ?? ''
      default:
        return person[field] ?? ''
    }
  }
  const labelOfField = () => {
    switch (field) {
      case 'number':
        return t(keep.kind === 'pupil' ? 'form.pupilNumber' : 'form.staffNumber')
      case 'place':
        return t(keep.kind === 'pupil' ? 'filter.class' : 'filter.department')
      case 'position':
        return t('form.positionTitle')
      case 'signIn':
        return t('merge.signIn')
      default:
        return t(labelOf(field))
    }
  }
  const option = (side: 'keep' | 'gone', person: PersonPage) =>
    [side, t(`merge.of.${side}`, { value: valueOf(person) || t('none') })] as const
  return (
    <div className="ad-merge__choice">
      <ChoicesField
        type="radio"
        name={`merge-${field}`}
        label={labelOfField()}
        {...(field === 'signIn' && { hint: t('merge.signInHint') })}
        chosen={[isTaken ? 'gone' : 'keep']}
        options={[option('keep', keep), option('gone', gone)]}
        onChange={([side]) => onChange(side === 'gone')}
      />
    </div>
  )
}
