import Swap from '@phosphor-icons/core/regular/arrows-left-right.svg?react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import type { RequestOf } from '../../../contract/endpoint.ts'
import * as merging from '../../../contract/endpoints/people/merging.ts'
import type { MergeField, MergePreview } from '../../../contract/endpoints/people/merging.ts'
import type { PersonKey } from '../../../contract/endpoints/people/people.ts'
import { code } from '../../../contract/fields.ts'
import { SEALED_FIELDS, type SealedField } from '../../../contract/people/fields.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Dialog } from '../../../src/app/ui/dialog/Dialog.tsx'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { useLocale, useTexts } from '../portal-context.ts'
import { PersonField } from '../classes/PersonField.tsx'
import { differences, differingNumbers } from './merge-fields.ts'
import { FieldChoice, Side } from './MergeSides.tsx'
import { nameAgain } from './name-again.ts'
import { typedType } from './person-form.ts'
import type { Selected } from './selection.ts'
import { TextList } from './TextList.tsx'

type Days = RequestOf<typeof merging.merge>['days']

const WIDTH = '720px'

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
  const [pair, setPair] = useState<readonly [keep: PersonKey, gone: PersonKey] | null>(known && [person, known])
  if (!pair) return <ChooseOther person={person} onChoose={(other) => setPair([person, other])} onClose={onClose} />
  const [keep, gone] = pair
  return (
    <Compare
      key={keep.id}
      keep={keep}
      gone={gone}
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
  const { t, personName } = useLocale()
  return (
    <Dialog title={t('merge.choose', { name: personName(person) })} width={WIDTH} onClose={onClose}>
      <div className="k-stack">
        <p>{t('merge.chooseHint')}</p>
        <PersonField
          label={t('merge.find')}
          labelled="unseen"
          placeholder={t('merge.find')}
          initialText={person.realName}
          types={[typedType(person.userType)]}
          unlike={person}
          person={null}
          onChange={(one) => one && onChoose({ kind: person.kind, id: one.userId })}
        />
      </div>
    </Dialog>
  )
}

interface Sides {
  readonly keep: PersonKey
  readonly gone: PersonKey
  /** On the page of one of the two, which is left. */
  readonly isOnPage: boolean
  readonly onSwap: () => void
  readonly onClose: () => void
  readonly onDone: () => void
}

function Compare(sides: Sides) {
  const { keep, gone, onClose } = sides
  const t = useTexts()
  const query = useEndpoint(merging.preview, { kind: keep.kind, id: keep.id, otherId: gone.id }, { forget: true })
  if (query.data && !query.isPlaceholderData) return <Merge {...sides} what={query.data} />
  return (
    <Dialog title={t('merge.title')} width={WIDTH} onClose={onClose}>
      <Loaded query={query} />
    </Dialog>
  )
}

function Merge({ what, isOnPage, onSwap, onClose, onDone }: Sides & { what: MergePreview }) {
  const { t, personName } = useLocale()
  const navigate = useNavigate()
  const merge = useChange(merging.merge, {
    done: (answer) => t(answer === 'success' ? 'merge.done' : 'personJobs.begun.merge'),
  })
  const { keep, gone } = what
  const differing = differences(keep, gone)
  const twoNumbers = differingNumbers(what.numbers)
  const [start] = useState((): { take: MergeField[]; days: Days; name: string; differentNumbers: boolean } => ({
    take: differing.filter(({ isBetter }) => isBetter).map(({ field }) => field),
    days: 'keep',
    name: '',
    differentNumbers: false,
  }))
  const form = useForm({
    schema: z.object({
      take: merging.merge.request.shape.take,
      days: merging.merge.request.shape.days,
      name: nameAgain(keep),
      // No two entries of one person have different numbers, unless one was entered wrongly.
      differentNumbers: z
        .boolean()
        .check(z.refine((isOn) => isOn || twoNumbers.length === 0, code('people.merge_numbers'))),
    }),
    values: start,
    async submit({ differentNumbers, ...fields }) {
      const { kind, id } = keep
      const confirmed = differentNumbers && { differentNumbers }
      await merge.mutateAsync({ kind, id, otherId: gone.id, ...fields, ...confirmed })
      onClose()
      onDone()
      await navigate(`/people/${kind}/${id}`, { replace: isOnPage })
    },
  })
  const take = form.watch('take')
  return (
    <FormDialog
      title={t('merge.title')}
      width={WIDTH}
      form={form}
      kind="danger"
      action={t('merge.confirm')}
      onClose={onClose}
    >
      <div className="k-form__pair">
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
      {twoNumbers.map((kind) => (
        <p key={kind} className="k-caution">
          {t(`merge.numbers.${kind}.different`)}
        </p>
      ))}
      {twoNumbers.length > 0 && (
        <ChoicesField
          type="checkbox"
          name="differentNumbers"
          label={t('merge.numbers.title')}
          error={form.errorOf('differentNumbers')}
          chosen={form.watch('differentNumbers') ? ['yes'] : []}
          options={[['yes', t('merge.numbers.confirm')]]}
          onChange={(chosen) => form.change('differentNumbers', chosen.length > 0)}
        />
      )}
      {differing.length > 0 && <h3 className="ad-merge__head">{t('merge.fields')}</h3>}
      {differing.map(({ field }) => (
        <FieldChoice
          key={field}
          field={field}
          what={what}
          isTaken={take.includes(field)}
          onChange={(isTaken) => form.change('take', isTaken ? [...take, field] : take.filter((one) => one !== field))}
        />
      ))}
      <h3 className="ad-merge__head">{t('merge.joins.title')}</h3>
      <Joins what={what} />
      <Conflicts what={what} days={form.watch('days')} onDays={(days) => form.change('days', days)} />
      <p className="k-caution">{t('merge.final')}</p>
      <TextField {...form.field('name')} label={t('erase.name', { name: personName(keep) })} />
    </FormDialog>
  )
}

function Joins({ what: { joins, keep } }: { what: MergePreview }) {
  const { t, language } = useLocale()
  const relatives = keep.userType === 3 ? 'children' : 'guardians'
  return (
    <TextList
      lines={[
        joins.relatives > 0 && t(`merge.joins.${relatives}`, { count: joins.relatives }),
        ...(['classes', 'roles', 'messages', 'todos'] as const).map(
          (key) => joins[key] > 0 && t(`merge.joins.${key}`, { count: joins[key] }),
        ),
        joins.files > 0 && t('merge.joins.files', { count: joins.files, size: formatBytes(joins.bytes, language) }),
        joins.attendance > 0 && t('exportPerson.holds.attendance', { count: joins.attendance }),
        t('merge.joins.always'),
      ]}
    />
  )
}

/** Where both have what a person has once. */
function Conflicts({
  what: { days: count, lastDays, faces, cards, sources, numbers },
  days,
  onDays,
}: {
  what: MergePreview
  days: Days
  onDays: (days: Days) => void
}) {
  const { t, date } = useLocale()
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
        <p key={note} className="k-soft">
          {note}
        </p>
      ))}
    </>
  )
}
