import * as z from 'zod/mini'
import {
  networksForm,
  readNetworks,
  saveNetworks,
  type NetworksSettings,
} from '../../../contract/endpoints/units/unit-settings.ts'
import { linesOf } from '../../../contract/rules/fields/web-address.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { useTexts } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { NetworksField } from './NetworksField.tsx'

/** The networks of the unit, in which new devices do not wait for what others mistype. */
export function OwnNetworksCard() {
  const t = useTexts()
  const query = useEndpoint(readNetworks, {})
  return (
    <Card title={t('signIn.networks.title')} hint={t('signIn.networks.hint')}>
      <Loaded query={query} lines={4}>
        {(settings) => <NetworksForm settings={settings} />}
      </Loaded>
    </Card>
  )
}

/** A line for each network. */
const schema = z.object({
  networks: z.pipe(
    z.transform((typed: string) => linesOf(typed)),
    networksForm.shape.networks,
  ),
})

const valuesOf = ({ networks }: NetworksSettings) => ({ networks: networks.join('\n') })

function NetworksForm({ settings }: { settings: NetworksSettings }) {
  const t = useTexts()
  const save = useChange(saveNetworks, { done: t('settings.saved'), shows: endpointQuery(readNetworks, {}) })
  const { reachesAllAccounts, address } = settings
  const form = useForm({
    schema,
    values: valuesOf(settings),
    record: { endpoint: saveNetworks, version: settings.version, valuesOf },
    submit: ({ networks }, version) => save.mutateAsync({ networks, version: version ?? '' }),
  })
  return (
    <form {...form.props} className="k-form">
      {!reachesAllAccounts && <p className="ad-soft">{t('signIn.administratorsOnly')}</p>}
      <fieldset className="k-stack" disabled={!reachesAllAccounts}>
        <NetworksField
          field={form.field('networks')}
          typed={form.watch().networks}
          address={address}
          label={t('signIn.networks.list')}
          hint={t('signIn.networks.listHint')}
          describe={(isInside) => t(isInside ? 'signIn.networks.inside' : 'signIn.networks.outside', { address })}
          onChange={(networks) => form.change('networks', networks)}
        />
      </fieldset>
      {reachesAllAccounts && <FormFooter form={form} />}
    </form>
  )
}
