import { useState } from 'react'
import {
  desktopForm,
  readDesktop,
  saveDesktop,
  type DesktopForm,
  type DesktopSettings,
} from '../../../contract/endpoints/units/unit-settings.ts'
import { LINK_LENGTH } from '../../../contract/endpoints/units/unit-configuration.ts'
import { LANGUAGES } from '../../../contract/limits.ts'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { ChoicesField } from '../../../src/app/ui/fields/ChoicesField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormFooter } from '../../../src/app/ui/form/FormFooter.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useLabels, useLocale, usePortal } from '../portal-context.ts'
import { SettingsFrame } from './SettingsFrame.tsx'

/** What people find after signing in: the name of the desktop, the first page, the languages, the Windows client. */
export default function DesktopPage() {
  const query = useEndpoint(readDesktop, {})
  return (
    <SettingsFrame part="desktop">
      <Loaded query={query}>{(settings) => <DesktopSettingsForm settings={settings} />}</Loaded>
    </SettingsFrame>
  )
}

function valuesOf(settings: DesktopSettings): DesktopForm {
  const { desktopName, desktopEnName, loginJumpPage, languages, installer, portable } = settings
  return { desktopName, desktopEnName, loginJumpPage, languages, installer, portable }
}

/** In the list of first pages: a page of the portal by its path. */
const ANOTHER = 'another'

function DesktopSettingsForm({ settings }: { settings: DesktopSettings }) {
  const { t, nameOf } = useLocale()
  const labels = useLabels()
  const portal = usePortal()
  const save = useChange(saveDesktop, { done: t('settings.saved'), shows: endpointQuery(readDesktop, {}) })
  const { applications, reachesAllAccounts } = settings
  const form = useForm({
    schema: desktopForm,
    values: valuesOf(settings),
    record: {
      endpoint: saveDesktop,
      version: settings.version,
      valuesOf,
      show: {
        languages: {
          label: t('trail.fields.languages'),
          text: (codes: DesktopForm['languages']) =>
            codes.map((code) => t(`settings.language.${code}`)).join(t('comma')),
        },
        loginJumpPage: { label: t('settings.desktop.jumpPage') },
      },
    },
    async submit(values, version) {
      await save.mutateAsync({ ...values, version: version ?? '' })
      portal.renewUnit()
    },
  })
  const { loginJumpPage, languages } = form.watch()
  const jumpPages = [
    ['', t('settings.desktop.jumpDesktop')] as const,
    ...applications.map((one) => [`/redirect/${one.code}`, nameOf(one)] as const),
  ]
  /** Another page is wanted, whose path is not typed yet. */
  const [wantsAnother, setWantsAnother] = useState(false)
  const isAnother = wantsAnother || !jumpPages.some(([path]) => path === loginJumpPage)
  const address = (name: 'installer' | 'portable') => ({
    ...form.field(name),
    inputMode: 'url' as const,
    maxLength: LINK_LENGTH,
    placeholder: 'https://',
  })

  return (
    <form {...form.props} className="k-form">
      <Card title={t('settings.desktop.names')} hint={t('settings.desktop.namesHint')}>
        <div className="k-form__pair">
          <TextField {...form.field('desktopName')} label={t('units.name')} lang="zh-CN" />
          <TextField {...form.field('desktopEnName')} label={t('structure.englishName')} lang="en" />
        </div>
      </Card>
      <Card title={t('settings.desktop.start')} hint={t('settings.desktop.startHint')}>
        <SelectField
          name={isAnother ? 'jumpKind' : 'loginJumpPage'}
          label={t('settings.desktop.jumpPage')}
          error={isAnother ? '' : form.errorOf('loginJumpPage')}
          value={isAnother ? ANOTHER : loginJumpPage}
          options={[...jumpPages, [ANOTHER, t('settings.desktop.jumpAnother')]]}
          onChange={({ target }) => {
            setWantsAnother(target.value === ANOTHER)
            if (target.value !== ANOTHER) form.change('loginJumpPage', target.value)
          }}
        />
        {isAnother && (
          <TextField
            {...labels('settings.desktop.jumpPath')}
            name="loginJumpPage"
            error={form.errorOf('loginJumpPage')}
            value={loginJumpPage}
            maxLength={LINK_LENGTH}
            inputMode="url"
            placeholder="/redirect/files"
            onChange={({ target }) => form.change('loginJumpPage', target.value)}
          />
        )}
      </Card>
      <Card title={t('trail.fields.languages')} hint={t('settings.desktop.languagesHint')}>
        <ChoicesField
          type="checkbox"
          name="languages"
          label={t('settings.desktop.offered')}
          chosen={languages}
          error={form.errorOf('languages') && t('settings.desktop.noLanguage')}
          options={LANGUAGES.map((code) => [code, t(`settings.language.${code}`)] as const)}
          onChange={(chosen) =>
            form.change(
              'languages',
              LANGUAGES.filter((code) => chosen.includes(code)),
            )
          }
        />
      </Card>
      <Card title={t('settings.desktop.client')} hint={t('settings.desktop.clientHint')}>
        {!reachesAllAccounts && <p className="k-field__hint">{t('signIn.administratorsOnly')}</p>}
        <fieldset className="k-stack" disabled={!reachesAllAccounts}>
          <TextField {...address('installer')} label={t('settings.desktop.installer')} />
          <TextField {...address('portable')} label={t('settings.desktop.portable')} />
        </fieldset>
      </Card>
      <Card>
        <FormFooter form={form} />
      </Card>
    </form>
  )
}
