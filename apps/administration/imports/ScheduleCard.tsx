import * as importSchedule from '../../../contract/endpoints/people/import-schedule.ts'
import {
  SCHEDULE_KINDS,
  scheduleForm,
  type ScheduleSettings,
  type ScheduleState,
} from '../../../contract/endpoints/people/import-schedule.ts'
import { errorText, isErrorCode } from '../../../contract/error-texts.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { useLocale, useTexts } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'

const MODES = ['', 'delta', 'bulk'] as const
/** Milliseconds between two looks at what came of it. */
const POLL = 30_000

/** What another system leaves each night is imported by itself: whether, from where, when, and who hears of it. */
export function ScheduleCard() {
  const t = useTexts()
  const query = useEndpoint(importSchedule.read, {}, { every: (state) => (state?.settings?.enabled ? POLL : false) })
  return (
    <Card title={t('imports.schedule.title')} hint={t('imports.schedule.hint')} data-action="import-schedule">
      <Loaded query={query} lines={2}>
        {(state) => (
          <div className="k-stack">
            <Standing state={state} />
            {state.places.folder === null && state.places.bucket === null ? (
              <p className="k-caution">{t('imports.schedule.notOffered')}</p>
            ) : (
              <details className="ad-more">
                <summary>{t(state.settings ? 'imports.schedule.change' : 'imports.schedule.setUp')}</summary>
                <ScheduleForm state={state} />
              </details>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** When it looks next, and what came of the last look. */
function Standing({ state: { settings, nextAt, lookedAt, outcome, setBy, timeZone } }: { state: ScheduleState }) {
  const { t, personName, language } = useLocale()
  const look = useChange(importSchedule.look, {
    done: t('imports.schedule.looking'),
    failed: t('imports.schedule.notLooked'),
  })
  if (!settings) return null
  return (
    <>
      <div role="status">
        <p>
          {nextAt === null
            ? t('imports.schedule.off')
            : t('imports.schedule.next', { at: formatDateTime(nextAt, language), zone: timeZone })}
          {setBy && nextAt !== null && ` ${t('imports.schedule.by', { name: personName(setBy) })}`}
        </p>
        {lookedAt !== null && (
          <p className="k-soft">
            {t('imports.schedule.last', { at: formatDateTime(lookedAt, language), what: tellOutcome(outcome) })}
          </p>
        )}
      </div>
      {nextAt !== null && (
        <div className="k-buttons">
          <Button needsNetwork onClick={() => look.mutate({})}>
            {t('imports.schedule.look')}
          </Button>
        </div>
      )}
    </>
  )

  function tellOutcome(code: string | null): string {
    if (code === 'applied' || code === 'taken' || code === 'nothing') return t(`imports.schedule.outcome.${code}`)
    return code !== null && isErrorCode(code) ? errorText(code, language) : t('none')
  }
}

function valuesOf(saved: NonNullable<ScheduleState['settings']>): ScheduleSettings {
  const { version: _, ...settings } = saved
  return settings
}

const usual = ({ places }: ScheduleState): ScheduleSettings => ({
  enabled: true,
  place: places.folder === null ? 'bucket' : 'folder',
  path: '',
  time: '02:00',
  kind: 'any',
  mode: null,
  source: '',
  pupilAccounts: true,
  parentAccounts: true,
  recipients: [],
})

function ScheduleForm({ state }: { state: ScheduleState }) {
  const { t, personName } = useLocale()
  const save = useChange(importSchedule.save, {
    done: t('imports.schedule.saved'),
    shows: endpointQuery(importSchedule.read, {}),
  })
  const { places, people, hasMail, timeZone } = state
  const form = useForm({
    schema: scheduleForm,
    values: state.settings ? valuesOf(state.settings) : usual(state),
    record: {
      endpoint: importSchedule.save,
      version: state.settings?.version ?? null,
      valuesOf,
      show: {
        mode: {
          label: t('imports.schedule.mode'),
          text: (mode: ScheduleSettings['mode']) => t(`imports.mode.${mode ?? 'usual'}`),
        },
        recipients: {
          label: t('imports.schedule.recipients'),
          text: (ids: ScheduleSettings['recipients']) =>
            people
              .filter(({ userId }) => ids.includes(userId))
              .map(personName)
              .join(t('comma')),
        },
      },
    },
    submit: (values, version) => save.mutateAsync({ ...values, version }),
  })
  const given = form.watch()
  const offered = (['folder', 'bucket'] as const).filter((place) => places[place] !== null)
  return (
    <form {...form.props} className="k-stack">
      <SwitchField
        {...form.register('enabled')}
        label={t('imports.schedule.enabled')}
        hint={t('imports.schedule.enabledHint')}
      />
      <div className="ad-more__fields">
        <SelectField
          {...form.field('place')}
          label={t('imports.schedule.place')}
          hint={t('imports.schedule.placeHint', { folder: places[given.place] ?? '' })}
          options={offered.map((place) => [place, t(`imports.schedule.places.${place}`)])}
        />
        <TextField {...form.field('path')} label={t('imports.schedule.path')} hint={t('imports.schedule.pathHint')} />
        <TextField
          {...form.field('time')}
          type="time"
          label={t('imports.schedule.time')}
          hint={t('messages.zone', { zone: timeZone })}
        />
        <SelectField
          {...form.field('kind')}
          label={t('imports.schedule.kind')}
          hint={t('imports.schedule.kindHint')}
          options={SCHEDULE_KINDS.map((kind) => [kind, t(`imports.schedule.kinds.${kind}`)])}
        />
        <SelectField
          label={t('imports.schedule.mode')}
          hint={t('imports.schedule.modeHint')}
          value={given.mode ?? ''}
          options={MODES.map((mode) => [mode, t(`imports.mode.${mode || 'usual'}`)])}
          onChoose={(mode) => form.change('mode', mode || null)}
        />
        <TextField {...form.field('source')} label={t('imports.schedule.source')} hint={t('imports.source.hint')} />
      </div>
      <SwitchField {...form.register('pupilAccounts')} label={t('imports.schedule.pupilAccounts')} />
      <SwitchField {...form.register('parentAccounts')} label={t('imports.schedule.parentAccounts')} />
      <ChoicesField
        type="checkbox"
        name="recipients"
        label={t('imports.schedule.recipients')}
        chosen={given.recipients}
        options={people.map((one) => [
          one.userId,
          one.hasEmail ? personName(one) : t('imports.schedule.noEmail', { name: personName(one) }),
        ])}
        onChange={(chosen) => form.change('recipients', chosen)}
      />
      {!hasMail && <p className="k-soft">{t('imports.schedule.noMail')}</p>}
      <FormFooter form={form} />
    </form>
  )
}
