import * as z from 'zod/mini'
import { ADMIN_NETWORKS_MAX } from '../../../contract/endpoints/sign-in/admin-access.ts'
import {
  networksForm,
  readNetworks,
  saveNetworks,
  type NetworksSettings,
} from '../../../contract/endpoints/units/unit-settings.ts'
import { linesOf } from '../../../contract/rules/fields/web-address.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { type FieldInput, useForm } from '../../../src/app/ui/form/use-form.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useLabels, useTexts } from '../portal-context.ts'
import { isInNetwork } from './in-network.ts'

/** Of an IPv6 network with its prefix, and a line break. */
const LINE_LENGTH = 44

/** Networks, one in each line, with the reader's own address, which a button adds where none of them has it. */
export function NetworksField({
  field,
  typed,
  address,
  label,
  hint,
  describe,
  onChange,
}: {
  field: FieldInput
  typed: string
  /** The reader's own, as the server sees it. */
  address: string
  label: string
  hint: string
  /** A sentence about the own address. */
  describe: (isInside: boolean) => string
  onChange: (typed: string) => void
}) {
  const t = useTexts()
  const listed = linesOf(typed)
  const isInside = listed.some((network) => isInNetwork(address, network))
  return (
    <>
      <LinesField
        autoComplete="off"
        {...field}
        label={label}
        hint={hint}
        maxLength={ADMIN_NETWORKS_MAX * LINE_LENGTH}
        inputMode="url"
        placeholder="203.0.113.0/24"
      />
      <div className="ad-line n-beside">
        <p role="status">{describe(isInside)}</p>
        {!isInside && (
          <Button onClick={() => onChange([...listed, address].join('\n'))}>{t('signIn.protection.addAddress')}</Button>
        )}
      </div>
    </>
  )
}

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
  const labels = useLabels()
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
      {!reachesAllAccounts && <p className="k-soft">{t('signIn.administratorsOnly')}</p>}
      <fieldset className="k-stack" disabled={!reachesAllAccounts}>
        <NetworksField
          field={form.field('networks')}
          typed={form.watch().networks}
          address={address}
          {...labels('signIn.networks.list')}
          describe={(isInside) => t(isInside ? 'signIn.networks.inside' : 'signIn.networks.outside', { address })}
          onChange={(networks) => form.change('networks', networks)}
        />
      </fieldset>
      {reachesAllAccounts && <FormFooter form={form} />}
    </form>
  )
}
