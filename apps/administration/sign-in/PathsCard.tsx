import { pathsForm, readPaths, savePaths, type PathsSettings } from '../../../contract/endpoints/units/unit-settings.ts'
import { TICKET_NAME_LENGTH, TICKET_PATH_LENGTH } from '../../../contract/endpoints/units/unit-configuration.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { useLabels, usePortal, useTexts } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'

/** How browsers are signed in by themselves: from what they remember, and by tickets of other systems. */
export function PathsCard() {
  const t = useTexts()
  const query = useEndpoint(readPaths, {})
  return (
    <Card title={t('signIn.paths.title')} hint={t('signIn.paths.hint')}>
      <Loaded query={query} lines={4}>
        {(settings) => <PathsForm settings={settings} />}
      </Loaded>
    </Card>
  )
}

const valuesOf = ({ autoLogin, ticketPath, ticketName }: PathsSettings) => ({ autoLogin, ticketPath, ticketName })

function PathsForm({ settings }: { settings: PathsSettings }) {
  const t = useTexts()
  const labels = useLabels()
  const portal = usePortal()
  const save = useChange(savePaths, { done: t('settings.saved'), shows: endpointQuery(readPaths, {}) })
  const { reachesAllAccounts } = settings
  const form = useForm({
    schema: pathsForm,
    values: valuesOf(settings),
    record: { endpoint: savePaths, version: settings.version, valuesOf },
    async submit(values, version) {
      await save.mutateAsync({ ...values, version: version ?? '' })
      portal.renewUnit()
    },
  })
  return (
    <form {...form.props} className="k-form">
      {!reachesAllAccounts && <p className="ad-soft">{t('signIn.administratorsOnly')}</p>}
      <fieldset className="k-stack" disabled={!reachesAllAccounts}>
        <SwitchField {...form.register('autoLogin')} {...labels('signIn.paths.autoLogin')} />
        <TextField
          {...form.field('ticketPath')}
          {...labels('signIn.paths.ticketPath')}
          maxLength={TICKET_PATH_LENGTH}
          inputMode="url"
          placeholder="/api/uaa/ticket/login"
        />
        <TextField
          {...form.field('ticketName')}
          {...labels('signIn.paths.ticketName')}
          maxLength={TICKET_NAME_LENGTH}
          placeholder="ticket"
        />
      </fieldset>
      {reachesAllAccounts && <FormFooter form={form} />}
    </form>
  )
}
