import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import * as z from 'zod/mini'
import { FILINGS_MAX } from '../../../contract/endpoints/units/unit-configuration.ts'
import {
  filing,
  readFilings,
  saveFilings,
  type FilingsSettings,
} from '../../../contract/endpoints/units/unit-settings.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { usePortal, useTexts } from '../portal-context.ts'
import { SortableList } from '../SortableList.tsx'
import { FilingFields } from './FilingFields.tsx'
import { SettingsFrame } from './SettingsFrame.tsx'

/** The entries of the footer: filings, and other lines that a public site must have. */
export default function FilingsPage() {
  const query = useEndpoint(readFilings, {})
  return (
    <SettingsFrame part="filings">
      <Loaded query={query}>{(settings) => <FilingsForm settings={settings} />}</Loaded>
    </SettingsFrame>
  )
}

/** With what tells an entry from the others while the list is sorted. */
const keyedFiling = z.extend(filing, { key: z.string() })
const schema = z.object({ shown: z.boolean(), filings: z.array(keyedFiling) })
type Values = z.infer<typeof schema>

const valuesOf = ({ shown, filings }: FilingsSettings): Values => ({
  shown,
  filings: filings.map((one, at) => ({ ...one, key: `stored-${at}` })),
})

function FilingsForm({ settings }: { settings: FilingsSettings }) {
  const t = useTexts()
  const portal = usePortal()
  const save = useChange(saveFilings, { done: t('settings.saved'), shows: endpointQuery(readFilings, {}) })
  const form = useForm({
    schema,
    values: valuesOf(settings),
    record: {
      endpoint: saveFilings,
      version: settings.version,
      valuesOf,
      show: {
        shown: { label: t('settings.filings.shown'), text: (on: boolean) => t(on ? 'yes' : 'no') },
        filings: {
          label: t('settings.filings.title'),
          text: (filings: Values['filings']) => filings.map(({ text }) => text).join(t('comma')),
        },
      },
    },
    async submit({ shown, filings }, version) {
      const entries = filings.map(({ text, link, picture, pictureShown }) => ({ text, link, picture, pictureShown }))
      await save.mutateAsync({ shown, filings: entries, version: version ?? '' })
      portal.renewUnit()
    },
  })
  const { filings } = form.watch()
  const nameOf = (at: number) => filings[at]?.text || t('settings.filings.entry', { number: at + 1 })
  const change = (next: Values['filings']) => form.change('filings', next)

  return (
    <form {...form.props} className="k-form">
      <Card
        title={t('settings.filings.title')}
        hint={t('settings.filings.listHint')}
        action={
          <Button
            icon={Plus}
            disabled={filings.length >= FILINGS_MAX}
            onClick={() =>
              change([...filings, { text: '', link: '', picture: '', pictureShown: false, key: crypto.randomUUID() }])
            }
          >
            {t('settings.filings.add')}
          </Button>
        }
      >
        <SwitchField
          {...form.register('shown')}
          label={t('settings.filings.shown')}
          hint={t(settings.footerShown ? 'settings.filings.shownHint' : 'settings.filings.noFooter')}
        />
        {filings.length === 0 ? (
          <NoData title={t('settings.filings.none')} hint={t('settings.filings.noneHint')} />
        ) : (
          <SortableList
            label={t('settings.filings.title')}
            entries={filings.map(({ key: id }, at) => ({ id, name: nameOf(at), englishName: nameOf(at) }))}
            onSort={async (keys) => change(keys.flatMap((key) => filings.find((one) => one.key === key) ?? []))}
          >
            {({ id }) => {
              const at = filings.findIndex(({ key }) => key === id)
              const value = filings[at]
              return (
                value && (
                  <FilingFields
                    name={`filings.${at}`}
                    title={nameOf(at)}
                    value={value}
                    errorOf={(field) => form.errorOf(`filings.${at}.${field}`)}
                    onChange={(changed) => {
                      for (const field of ['text', 'link', 'picture'] as const)
                        if (field in changed) form.clearErrors(`filings.${at}.${field}`)
                      change(filings.map((one) => (one === value ? { ...one, ...changed } : one)))
                    }}
                    onRemove={() => change(filings.filter((one) => one !== value))}
                  />
                )
              )
            }}
          </SortableList>
        )}
        <p className="k-field__error" role="alert">
          {form.errorOf('filings')}
        </p>
      </Card>
      <Card>
        <FormFooter form={form} />
      </Card>
    </form>
  )
}
