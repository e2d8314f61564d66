import Swap from '@phosphor-icons/core/regular/arrows-left-right.svg?react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import type { MergeField, MergePreview } from '../../../contract/endpoints/people/merging.ts'
import * as peopleEndpoints from '../../../contract/endpoints/people/people.ts'
import type { PersonKey, PersonPage } from '../../../contract/endpoints/people/people.ts'
import { code, filled } from '../../../contract/fields.ts'
import { SEALED_FIELDS, type SealedField } from '../../../contract/people/fields.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog } from '../../../src/app/ui/dialog/Dialog.tsx'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { Loaded } from '../Loaded.tsx'
import { nameIn, personName, useDay, useLanguage, usePortal, useTexts } from '../portal-context.ts'
import { SearchBox } from '../../../src/app/ui/list/SearchBox.tsx'
import { useAdministrationForm, useSend } from '../use-change.ts'
import { differences, differingNumbers, type Difference } from './merge-fields.ts'
import { SEARCH_LENGTH } from './people-query.ts'
import type { Selected } from './selection.ts'

const NAME_LENGTH = 100
const WIDTH = '720px'
/** People that are offered. */
const OFFERED = 8

/** Makes one person of two entries: asks for the other one unless it is known, shows both side by side, and merges once the name is typed. */
export default function MergeDialog({
  person,
  other: known = null,
  onClose,
  onDone = () => {},
}: {
  person: Selected
  other?: Selected | null
  onClose: () => void
  onDone?: () => void
}) {
  const t = useTexts()
  const [pair, setPair] = useState<readonly [keep: PersonKey, gone: PersonKey] | null>(known && [person, known])
  if (!pair) return <ChooseOther person={person} onChoose={(other) => setPair([person, other])} onClose={onClose} />
  const [keep, gone] = pair
  return (
    <Compare
      key={keep.id}
      keep={keep}
      gone={gone}
      title={t('merge.title')}
      isOnPage={known === null}
      onSwap={() => setPair([gone, keep])}
      onClose={onClose}
      onDone={onDone}
    />
  )
}

function ChooseOther({
  person,
  onChoose,
  onClose,
}: {
  person: Selected
  onChoose: (other: PersonKey) => void
  onClose: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const [asked, setAsked] = useState(person.realName)
  const query = useEndpoint(peopleEndpoints.list, {
    query: asked,
    userType: `${person.userType}`,
    state: 'all',
    size: OFFERED + 1,
  })
  return (
    <Dialog open title={t('merge.choose', { name: personName(person, language) })} width={WIDTH} onClose={onClose}>
      <p className="ad-merge__hint">{t('merge.chooseHint')}</p>
      <SearchBox
        label={t('merge.find')}
        hint={t('merge.find')}
        value={asked}
        longest={SEARCH_LENGTH}
        onSearch={setAsked}
      />
      <Loaded query={query} lines={3}>
        {({ people }) => {
          const others = people.filter(({ id, kind }) => id !== person.id && kind === person.kind).slice(0, OFFERED)
          return (
            <ul className="ad-offered" aria-label={t('merge.find')}>
              {others.length === 0 && <li className="ad-soft">{t('people.nothing.title')}</li>}
              {others.map((one) => (
                <li key={one.id}>
                  <button type="button" onClick={() => onChoose(one)}>
                    {personName(one, language)}
                    <span className="ad-soft">
                      {[one.number, one.loginName, ...one.places.map((place) => nameIn(place, language))]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

interface Sides {
  readonly title: string
  readonly keep: PersonKey
  readonly gone: PersonKey
  /** On the page of one of the two, which is left. */
  readonly isOnPage: boolean
  readonly onSwap: () => void
  readonly onClose: () => void
  readonly onDone: () => void
}

function Compare(sides: Sides) {
  const { title, keep, gone, onClose } = sides
  const query = useEndpoint(merging.preview, { kind: keep.kind, id: keep.id, otherId: gone.id }, { forget: true })
  if (query.data && !query.isPlaceholderData) return <Merge {...sides} what={query.data} />
  return (
    <Dialog open title={title} width={WIDTH} onClose={onClose}>
      <Loaded query={query}>{() => null}</Loaded>
    </Dialog>
  )
}

function Merge({ title, what, isOnPage, onSwap, onClose, onDone }: Sides & { what: MergePreview }) {
  const t = useTexts()
  const language = useLanguage()
  const portal = usePortal()
  const navigate = useNavigate()
  const send = useSend()
  const { keep, gone } = what
  const differing = differences(keep, gone)
  const [take, setTake] = useState<ReadonlySet<MergeField>>(
    () => new Set(differing.filter(({ isBetter }) => isBetter).map(({ field }) => field)),
  )
  const twoNumbers = differingNumbers(what.numbers)
  const [days, setDays] = useState<'keep' | 'gone' | 'both'>('keep')
  const shown = personName(keep, language)
  const form = useAdministrationForm({
    schema: z.object({
      name: filled(NAME_LENGTH).check(
        z.refine(
          (typed) => typed === keep.realName || (typed !== '' && typed === keep.englishName),
          code('people.name_differs'),
        ),
      ),
      differentNumbers: z
        .boolean()
        .check(z.refine((isOn) => isOn || twoNumbers.length === 0, code('people.merge_numbers'))),
    }),
    values: { name: '', differentNumbers: false },
    async submit({ name, differentNumbers }) {
      const { kind, id } = keep
      const answer = await send(merging.merge, {
        kind,
        id,
        otherId: gone.id,
        name,
        take: [...take],
        days,
        ...(differentNumbers && { differentNumbers }),
      })
      onClose()
      onDone()
      portal.notify('success', t(answer === 'success' ? 'merge.done' : 'personJobs.begun.merge'))
      await navigate(`/people/${kind}/${id}`, { replace: isOnPage })
    },
  })
  return (
    <>
      <FormDialog
        title={title}
        width={WIDTH}
        form={form}
        kind="danger"
        action={t('merge.confirm')}
        offline={t('offline.form')}
        onClose={onClose}
      >
        <div className="ad-merge__sides">
          <Side label={t('merge.keep')} person={keep} />
          <Side label={t('merge.gone')} person={gone} />
        </div>
        {gone.active && (
          <div>
            <Button icon={Swap} kind="quiet" onClick={onSwap}>
              {t('merge.swap')}
            </Button>
          </div>
        )}
        {twoNumbers.length > 0 && (
          <TwoNumbers
            kinds={twoNumbers}
            isConfirmed={form.watch('differentNumbers')}
            error={form.errorOf('differentNumbers')}
            onChange={(isOn) => form.change('differentNumbers', isOn)}
          />
        )}
        {differing.length > 0 && <h3 className="ad-merge__head">{t('merge.fields')}</h3>}
        {differing.map((difference) => (
          <FieldChoice
            key={difference.field}
            difference={difference}
            what={what}
            isTaken={take.has(difference.field)}
            onChange={(isTaken) =>
              setTake((before) => {
                const after = new Set(before)
                if (isTaken) after.add(difference.field)
                else after.delete(difference.field)
                return after
              })
            }
          />
        ))}
        <h3 className="ad-merge__head">{t('merge.joins.title')}</h3>
        <Joins what={what} />
        <Conflicts what={what} days={days} onDays={setDays} />
        <p className="k-caution">{t('merge.final')}</p>
        <TextField
          {...form.field('name')}
          label={t('erase.name', { name: shown })}
          maxLength={NAME_LENGTH}
          autoComplete="off"
        />
      </FormDialog>
    </>
  )
}

/** The two have different numbers, which no two entries of one person have unless one was entered wrongly. */
function TwoNumbers({
  kinds,
  isConfirmed,
  error,
  onChange,
}: {
  kinds: readonly SealedField[]
  isConfirmed: boolean
  error: string
  onChange: (isConfirmed: boolean) => void
}) {
  const t = useTexts()
  return (
    <>
      {kinds.map((kind) => (
        <p key={kind} className="k-caution">
          {t(`merge.numbers.${kind}.different`)}
        </p>
      ))}
      <ChoicesField
        type="checkbox"
        name="differentNumbers"
        label={t('merge.numbers.title')}
        error={error}
        chosen={isConfirmed ? ['yes'] : []}
        options={[['yes', t('merge.numbers.confirm')]]}
        onChange={(chosen) => onChange(chosen.length > 0)}
      />
    </>
  )
}

function Side({ label, person }: { label: string; person: PersonPage }) {
  const t = useTexts()
  const language = useLanguage()
  const lines = [
    [t(`type.${person.userType}`), person.number].filter(Boolean).join(' · '),
    person.places.map((place) => nameIn(place, language)).join(t('comma')),
    person.loginName || t(person.loginName === '' ? 'person.byCode' : 'person.noAccount'),
  ]
  return (
    <section className="ad-merge__side" aria-label={label}>
      <span className="ad-soft">{label}</span>
      <strong>{personName(person, language)}</strong>
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {!person.active && <span className="ad-soft">{t('person.inactive')}</span>}
    </section>
  )
}

/** Whose value of a field stays. */
function FieldChoice({
  difference: { field },
  what: { keep, gone },
  isTaken,
  onChange,
}: {
  difference: Difference
  what: MergePreview
  isTaken: boolean
  onChange: (isTaken: boolean) => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const date = useDay()
  const valueOf = (person: PersonPage): string => {
    switch (field) {
      case 'sex':
        return person.sex === 1 || person.sex === 2 ? t(`sex.${person.sex}`) : ''
      case 'birthday':
        return person.birthday === null ? '' : date(person.birthday)
      case 'place':
        return person.places.map((place) => nameIn(place, language)).join(t('comma'))
      case 'position':
        return nameIn({ name: person.positionTitle, englishName: person.englishPositionTitle }, language)
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
  const option = (side: 'keep' | 'gone', person: PersonPage) =>
    [side, t(`merge.of.${side}`, { value: valueOf(person) || t('none') })] as const
  const label = {
    realName: t('form.realName'),
    englishName: t('form.englishName'),
    number: t(keep.kind === 'pupil' ? 'form.number.1' : 'form.number.4'),
    sex: t('column.sex'),
    birthday: t('form.birthday'),
    place: t(keep.kind === 'pupil' ? 'filter.class' : 'filter.department'),
    position: t('form.positionTitle'),
    email: t('form.email'),
    phone: t('form.phone'),
    signIn: t('merge.signIn'),
  }[field]
  return (
    <div className="ad-merge__choice">
      <ChoicesField
        type="radio"
        name={`merge-${field}`}
        label={label}
        {...(field === 'signIn' && { hint: t('merge.signInHint') })}
        chosen={[isTaken ? 'gone' : 'keep']}
        options={[option('keep', keep), option('gone', gone)]}
        onChange={([side]) => onChange(side === 'gone')}
      />
    </div>
  )
}

function Joins({ what: { joins, keep } }: { what: MergePreview }) {
  const t = useTexts()
  const language = useLanguage()
  const lines = [
    joins.relatives > 0 &&
      t(keep.userType === 3 ? 'merge.joins.children' : 'merge.joins.guardians', { count: joins.relatives }),
    joins.classes > 0 && t('merge.joins.classes', { count: joins.classes }),
    joins.roles > 0 && t('merge.joins.roles', { count: joins.roles }),
    joins.messages > 0 && t('merge.joins.messages', { count: joins.messages }),
    joins.todos > 0 && t('merge.joins.todos', { count: joins.todos }),
    joins.files > 0 && t('merge.joins.files', { count: joins.files, size: formatBytes(joins.bytes, language) }),
    joins.attendance > 0 && t('merge.joins.attendance', { count: joins.attendance }),
    t('merge.joins.always'),
  ].filter((line) => line !== false)
  return (
    <ul className="ad-erase__goes">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** Where both have what a person has once. */
function Conflicts({
  what: { days: count, lastDays, faces, cards, sources, numbers },
  days,
  onDays,
}: {
  what: MergePreview
  days: 'keep' | 'gone' | 'both'
  onDays: (days: 'keep' | 'gone' | 'both') => void
}) {
  const t = useTexts()
  const date = useDay()
  const ofNumber = (kind: SealedField) => {
    const outcome = numbers[kind]
    return outcome !== 'none' && outcome !== 'different' && t(`merge.numbers.${kind}.${outcome}`)
  }
  const notes = [
    ...SEALED_FIELDS.map(ofNumber),
    faces && t('merge.faces'),
    cards && t('merge.cards'),
    sources.length > 0 && t('merge.sources', { names: sources.join(t('comma')) }),
  ].filter((line) => line !== false)
  return (
    <>
      {count > 0 && (
        <div className="ad-merge__choice">
          <ChoicesField
            type="radio"
            name="merge-days"
            label={t('merge.days.title', { count })}
            hint={lastDays
              .slice(0, 3)
              .map((day) =>
                t('merge.days.day', { day: date(day.date), keep: day.keep.join(' '), gone: day.gone.join(' ') }),
              )
              .join(t('gap') || ' ')}
            chosen={[days]}
            options={[
              ['keep', t('merge.days.keep')],
              ['gone', t('merge.days.gone')],
              ['both', t('merge.days.both')],
            ]}
            onChange={([chosen = 'keep']) => onDays(chosen)}
          />
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className="ad-soft">
          {note}
        </p>
      ))}
    </>
  )
}
