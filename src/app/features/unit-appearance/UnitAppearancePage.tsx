import './unit-appearance.css'
import { useId, type ComponentType } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { UnitConfig } from '../../../../contract/endpoints/tenant.ts'
import {
  FILING_LENGTH,
  FOOTER_LENGTH,
  LINK_LENGTH,
  MOTTO_LENGTH,
  saveUnitAppearance,
  SCENES,
  unitAppearance,
  type UnitAppearance,
} from '../../../../contract/endpoints/unit-configuration.ts'
import { PLAIN_COLORS, THEME_COLORS } from '../../../../contract/limits.ts'
import { call } from '../../core/api/call.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { addTexts } from '../../core/language/i18n.ts'
import { notify } from '../../core/notices/notices.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { endpointQuery, showResponse } from '../../core/query/query-client.ts'
import { renewUnit } from '../../core/tenant/renew-unit.ts'
import texts from '../../locales/zh-CN/unitAppearance.json'
import { ColorPicker } from '../../ui/fields/ColorPicker.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { SwitchField } from '../../ui/fields/SwitchField.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { FormFooter } from '../../ui/form/FormFooter.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { QueryPage } from '../../ui/layout/QueryPage.tsx'
import { FooterPreview, SignInPreview } from './Previews.tsx'

addTexts('zh-CN', 'unitAppearance', texts)

/** Colours that suit a school's pages: those of the themes. */
const SWATCHES = [...Object.values(PLAIN_COLORS), ...Object.values(THEME_COLORS)]

/** How the portal's public pages look for the school: footer with filings, help centre, colour, sign-in page. */
export function UnitAppearancePage({ Footer }: { Footer: ComponentType<{ unit: UnitConfig }> }) {
  const online = useOnline()
  const { t } = useTranslation('unitAppearance')
  const query = useQuery(endpointQuery(unitAppearance, {}))
  return (
    <QueryPage text={(key) => t(key)} query={query} lines={12}>
      {(appearance) => (
        <>
          {!online && <p className="k-caution">{t('offlineActions')}</p>}
          <AppearanceForm appearance={appearance} Footer={Footer} />
        </>
      )}
    </QueryPage>
  )
}

/** Saves, and lets this device's pages and documents follow. */
async function save(appearance: UnitAppearance): Promise<void> {
  await showResponse(unitAppearance, {}, await call(saveUnitAppearance, appearance))
  void renewUnit()
}

function AppearanceForm({
  appearance,
  Footer,
}: {
  appearance: UnitAppearance
  Footer: ComponentType<{ unit: UnitConfig }>
}) {
  const { t } = useTranslation('unitAppearance')
  const footerId = useId()
  const signInId = useId()
  const undo = () =>
    void save(appearance).then(
      () => notify('success', t('undone')),
      (error: unknown) => reportFailure(error),
    )
  const form = useForm({
    schema: saveUnitAppearance.request,
    values: appearance,
    async submit(values) {
      await save(values)
      notify('success', t('saved'), { action: { label: t('undo'), run: undo } })
    },
  })
  const typed = form.watch()

  return (
    <form {...form.props} className="k-form b-form">
      <section className="k-card k-stack" aria-labelledby={footerId}>
        <div>
          <h2 id={footerId}>{t('footer.title')}</h2>
          <p className="k-field__hint">{t('footer.hint')}</p>
        </div>
        <SwitchField {...form.register('footerShown')} label={t('footer.shown')} />
        <TextField
          {...form.field('copyright')}
          label={t('footer.copyright')}
          hint={t('footer.copyrightHint')}
          autoComplete="off"
          maxLength={FOOTER_LENGTH}
        />
        <div className="k-form__pair">
          <TextField
            {...form.field('footer')}
            label={t('footer.text')}
            hint={t('footer.textHint')}
            autoComplete="off"
            maxLength={FOOTER_LENGTH}
          />
          <TextField
            {...form.field('link')}
            label={t('footer.link')}
            hint={t('footer.linkHint')}
            inputMode="url"
            autoComplete="off"
            maxLength={LINK_LENGTH}
          />
          <TextField
            {...form.field('icp')}
            label={t('footer.icp')}
            hint={t('footer.icpHint')}
            autoComplete="off"
            maxLength={FILING_LENGTH}
          />
          <TextField
            {...form.field('police')}
            label={t('footer.police')}
            hint={t('footer.policeHint')}
            autoComplete="off"
            maxLength={FILING_LENGTH}
          />
        </div>
        <SwitchField {...form.register('helpShown')} label={t('footer.help')} hint={t('footer.helpHint')} />
        <TextField
          {...form.field('helpUrl')}
          label={t('footer.helpUrl')}
          inputMode="url"
          autoComplete="off"
          maxLength={LINK_LENGTH}
        />
        <FooterPreview typed={typed} Footer={Footer} />
      </section>
      <section className="k-card k-stack" aria-labelledby={signInId}>
        <div>
          <h2 id={signInId}>{t('signIn.title')}</h2>
          <p className="k-field__hint">{t('signIn.hint')}</p>
        </div>
        <div className="k-form__pair">
          <ColorPicker
            label={t('signIn.color')}
            value={{ color: typed.themeColor }}
            swatches={SWATCHES}
            onChange={({ color }) => form.change('themeColor', color)}
          />
          <SelectField
            {...form.field('scene')}
            label={t('signIn.scene')}
            options={SCENES.map((scene) => [scene, t(`signIn.scenes.${scene}`)] as const)}
          />
        </div>
        <div className="k-form__pair">
          <TextField
            {...form.field('motto')}
            label={t('signIn.motto')}
            hint={t('signIn.mottoHint')}
            autoComplete="off"
            maxLength={MOTTO_LENGTH}
          />
          <ColorPicker
            font
            label={t('signIn.mottoStyle')}
            value={typed.mottoStyle}
            // The contract checks what the picker's own list offers.
            onChange={(style) => form.change('mottoStyle', saveUnitAppearance.request.shape.mottoStyle.parse(style))}
          />
        </div>
        <SignInPreview typed={typed} />
      </section>
      <div className="k-card">
        <FormFooter form={form} />
      </div>
    </form>
  )
}
