import * as areas from '../../../contract/endpoints/units/areas.ts'
import * as z from 'zod/mini'
import { integer } from '../../../contract/fields.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { DialogButton } from '../../../src/app/ui/dialog/DialogButton.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useDates } from '../messages/use-dates.ts'
import { useLocale } from '../portal-context.ts'

/** Hours that may be chosen. */
const DURATIONS = ['1', '8', '24', '168', '720'] as const

/** What the school lets its education office see. Nothing where it has none. */
export function OfficeAccess() {
  const { t, nameOf } = useLocale()
  const { data } = useEndpoint(areas.given, {})
  if (!data?.office) return null
  const office = nameOf(data.office)
  return (
    <section className="ad-grade" aria-label={t('office.title')} data-action="office-access">
      <h2>{t('office.title')}</h2>
      <Card>
        <p className="k-soft">{t('office.hint', { office })}</p>
        {data.given.length === 0 ? (
          <p>{t('office.none')}</p>
        ) : (
          <ul className="ad-lines">
            {data.given.map((one) => (
              <Access key={one.accessId} of={one} />
            ))}
          </ul>
        )}
        {data.people.length === 0 && <p>{t('office.nobody')}</p>}
        <div className="k-buttons">
          <DialogButton
            disabled={data.people.length === 0}
            renderDialog={(close) => <GrantDialog people={data.people} onClose={close} />}
          >
            {t('office.give')}
          </DialogButton>
        </div>
      </Card>
    </section>
  )
}

function Access({ of }: { of: areas.AreaAccess }) {
  const { t, personName } = useLocale()
  const { moment } = useDates()
  const name = personName(of.person)
  const end = useChange(areas.revoke, { done: t('office.revoked'), failed: t('office.notRevoked') })
  return (
    <li>
      <span>
        {name}
        <span className="k-soft">
          {' '}
          {[
            of.holds
              ? t('office.until', { time: moment(of.endsAt) })
              : t('office.over', { time: moment(of.revokedAt ?? of.endsAt) }),
            of.uses === 0 ? t('office.never') : t('office.looks', { count: of.uses }),
            ...(of.by ? [t('office.by', { name: personName(of.by) })] : []),
            ...(of.reason === '' ? [] : [of.reason]),
          ].join(' · ')}
        </span>
      </span>
      {of.holds && (
        <Button
          needsNetwork
          aria-label={t('office.revokeNamed', { name })}
          onClick={() => end.mutate({ accessId: of.accessId })}
        >
          {t('office.revoke')}
        </Button>
      )}
    </li>
  )
}

function GrantDialog({ people, onClose }: { people: areas.OfficeAccess['people']; onClose: () => void }) {
  const { t, personName } = useLocale()
  const { moment } = useDates()
  const grant = useChange(areas.grant, {
    done: ({ given: [made] }) =>
      made ? t('office.given', { name: personName(made.person), time: moment(made.endsAt) }) : null,
  })
  const form = useForm({
    schema: z.object({
      userId: z.string(),
      hours: z.pipe(z.pipe(z.string(), z.transform(Number)), integer(areas.ACCESS_HOURS)),
      reason: z.string().check(z.maxLength(areas.REASON_LENGTH)),
    }),
    values: { userId: people[0]?.userId ?? '', hours: '8', reason: '' },
    async submit(fields) {
      await grant.mutateAsync(fields)
      onClose()
    },
  })
  return (
    <FormDialog title={t('office.give')} form={form} action={t('office.give')} onClose={onClose}>
      <SelectField
        {...form.field('userId')}
        label={t('office.person')}
        options={people.map((one) => [one.userId, personName(one)])}
      />
      <SelectField
        {...form.field('hours')}
        label={t('office.hours')}
        options={DURATIONS.map((hours) => [hours, t(`office.durations.${hours}`)])}
      />
      <TextField {...form.field('reason')} label={t('office.reason')} />
    </FormDialog>
  )
}
