import {
  KEPT_MONTHS,
  readRetention,
  type Retention,
  retentionForm,
  type RetentionSettings,
  saveRetention,
} from '../../../contract/endpoints/units/unit-settings.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { useTexts } from '../portal-context.ts'
import { SettingsFrame } from './SettingsFrame.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'

/** Longer than the longest number of months. */
const TYPED_LENGTH = 8
const KINDS = ['messageMonths', 'todoMonths', 'publicationMonths', 'rosterMonths', 'themeMonths'] as const

/** For how long the school keeps messages, to-dos, and other records that would grow without end. */
export default function RetentionPage() {
  const query = useEndpoint(readRetention, {})
  return (
    <SettingsFrame part="retention">
      <Loaded query={query}>{(settings) => <RetentionForm settings={settings} />}</Loaded>
    </SettingsFrame>
  )
}

const typed = ({ messageMonths, todoMonths, publicationMonths, rosterMonths, themeMonths }: Retention) => ({
  messageMonths: String(messageMonths),
  todoMonths: String(todoMonths),
  publicationMonths: String(publicationMonths),
  rosterMonths: String(rosterMonths),
  themeMonths: String(themeMonths),
})

function RetentionForm({ settings }: { settings: RetentionSettings }) {
  const t = useTexts()
  const save = useChange(saveRetention, { done: t('settings.saved'), shows: endpointQuery(readRetention, {}) })
  const form = useForm({
    schema: retentionForm,
    values: typed(settings),
    record: { endpoint: saveRetention, version: settings.version, valuesOf: typed },
    submit: (months, version) => save.mutateAsync({ ...months, version: version ?? '' }),
  })
  const values = form.watch()
  const isShorter = (kind: (typeof KINDS)[number]) => {
    const { data } = retentionForm.shape[kind].safeParse(values[kind])
    return data !== undefined && data < settings[kind]
  }

  return (
    <form {...form.props} className="k-form">
      <Card title={t('settings.retention.title')} hint={t('settings.retention.bounds', KEPT_MONTHS)}>
        {KINDS.map((kind) => (
          <TextField
            key={kind}
            {...form.field(kind)}
            label={t(`trail.fields.${kind}`)}
            hint={t(isShorter(kind) ? 'settings.retention.shorter' : `settings.retention.${kind}`)}
            inputMode="numeric"
            maxLength={TYPED_LENGTH}
          />
        ))}
      </Card>
      <Card>
        <FormFooter form={form} />
      </Card>
    </form>
  )
}
