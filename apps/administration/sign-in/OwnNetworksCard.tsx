import * as z from 'zod/mini'
import { ADMIN_NETWORKS_MAX } from '../../../contract/endpoints/sign-in/admin-access.ts'
import {
  networksForm,
  readNetworks,
  saveNetworks,
  type NetworksSettings,
} from '../../../contract/endpoints/units/unit-settings.ts'
import { isInNetwork } from '../../../contract/rules/fields/in-network.ts'
import { linesOf } from '../../../contract/rules/fields/web-address.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { Loaded } from '../Loaded.tsx'
import { usePortal, useTexts } from '../portal-context.ts'
import { useAdministrationForm, useShowResponse } from '../use-change.ts'
import { Card } from './Card.tsx'

/** Of an IPv6 network with its prefix, and a line break. */
const LINE_LENGTH = 44

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
    z.string(),
    z.pipe(
      z.transform((typed: string) => linesOf(typed)),
      networksForm.shape.networks,
    ),
  ),
})

const valuesOf = ({ networks }: NetworksSettings) => ({ networks: networks.join('\n') })

function NetworksForm({ settings }: { settings: NetworksSettings }) {
  const t = useTexts()
  const portal = usePortal()
  const show = useShowResponse()
  const { reachesAllAccounts, address } = settings
  const form = useAdministrationForm({
    schema,
    values: valuesOf(settings),
    record: { endpoint: saveNetworks, version: settings.version, valuesOf },
    async submit({ networks }, version) {
      const now = await portal.call(saveNetworks, { networks, version: version ?? '' }, { quiet: true })
      await show(readNetworks, {}, now)
      portal.notify('success', t('signIn.saved'))
    },
  })
  const listed = linesOf(form.watch().networks)
  const isInside = listed.some((network) => isInNetwork(address, network))
  return (
    <form {...form.props} className="k-form">
      {!reachesAllAccounts && <p className="n-hint">{t('signIn.administratorsOnly')}</p>}
      <fieldset className="k-stack" disabled={!reachesAllAccounts}>
        <LinesField
          autoComplete="off"
          {...form.field('networks')}
          label={t('signIn.networks.list')}
          hint={t('signIn.networks.listHint')}
          maxLength={ADMIN_NETWORKS_MAX * LINE_LENGTH}
          inputMode="url"
          placeholder="203.0.113.0/24"
        />
        <div className="n-own-address">
          <p role="status">{t(isInside ? 'signIn.networks.inside' : 'signIn.networks.outside', { address })}</p>
          {!isInside && (
            <Button onClick={() => form.change('networks', [...listed, address].join('\n'))}>
              {t('signIn.protection.addAddress')}
            </Button>
          )}
        </div>
      </fieldset>
      {reachesAllAccounts && <FormFooter form={form} />}
    </form>
  )
}
