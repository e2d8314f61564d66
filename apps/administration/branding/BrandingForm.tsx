import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { type Branding, type BrandingState } from '../../../contract/endpoints/units/branding.ts'
import { LINK_LENGTH, SCENES } from '../../../contract/endpoints/units/unit-configuration.ts'
import { PICKER_FONT_SIZES, PICKER_FONTS, PLAIN_COLORS, THEME_COLORS } from '../../../contract/limits.ts'
import { withShared } from '../../../contract/rules/appearance/shared-branding.ts'
import { useOnline } from '../../../src/app/core/connectivity/use-online.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ColorPicker } from '../../../src/app/ui/fields/ColorPicker.tsx'
import { SelectField } from '../../../src/app/ui/fields/SelectField.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { ChangedRecord } from '../../../src/app/ui/form/ChangedRecord.tsx'
import { FormFailure } from '../../../src/app/ui/form/FormFooter.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { useLocale, useTexts } from '../portal-context.ts'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { BrandingPreview } from './BrandingPreview.tsx'
import { ColorPair } from './ColorPair.tsx'
import { FromOffice } from './FromOffice.tsx'
import { PictureField } from './PictureField.tsx'
import { SharingFields } from './SharingFields.tsx'
import { useBrandingForm } from './use-branding-form.ts'

/** Colours that suit a school's pages: those of the themes. */
const SWATCHES = [...Object.values(PLAIN_COLORS), ...Object.values(THEME_COLORS)]
const FORM_SCENES = [...SCENES, 'own'] as const

/** The draft of a branding beside its preview, and what can be done with it. */
export function BrandingForm({ state }: { state: BrandingState }) {
  const t = useTexts()
  const draft = useBrandingForm(state)
  const { form, typed } = draft
  /** Whether the own picture is chosen, before there is one. */
  const [wantsOwn, setWantsOwn] = useState(false)
  const scene = typed.picture !== null || wantsOwn ? 'own' : typed.scene

  const text = (
    name: 'name' | 'englishName' | 'motto' | 'copyright' | 'footer' | 'icp' | 'police' | 'link' | 'helpUrl',
    more: Pick<ComponentProps<typeof TextField>, 'hint' | 'lang' | 'inputMode' | 'maxLength'> = {},
  ) => <TextField {...form.field(name)} label={t(`branding.field.${name}`)} {...more} />
  const toggle = (name: 'footerShown' | 'helpShown' | 'languageFollowsBrowser', hint = '') => (
    <SwitchField {...form.register(name)} label={t(`branding.field.${name}`)} hint={hint} />
  )
  const address = { inputMode: 'url', maxLength: LINK_LENGTH } as const

  const office = {
    area: state.area,
    taken: typed.taken,
    onTake: (taken: Branding['taken']) => form.change('taken', taken),
  }

  return (
    <div className="ad-branding">
      <div className="ad-branding__preview">
        <BrandingPreview branding={withShared(typed, state.area)} crest={state.crest} />
      </div>
      <form {...form.props} className="ad-branding__form">
        <Card title={t('branding.names.title')}>
          {text('name', { lang: 'zh-CN' })}
          {text('englishName', { lang: 'en' })}
          <FromOffice part="logo" {...office}>
            <PictureField
              kind="logo"
              label={t('branding.field.logo')}
              hint={t('branding.names.logoHint')}
              value={typed.logo}
              error={form.errorOf('logo')}
              remove={t('branding.names.noLogo')}
              onChange={(logo) => form.change('logo', logo)}
            />
          </FromOffice>
        </Card>
        <Card title={t('branding.color.title')} hint={t('branding.color.hint')}>
          <FromOffice part="themeColor" {...office}>
            <ColorPicker
              label={t('branding.field.themeColor')}
              value={{ color: typed.themeColor }}
              swatches={SWATCHES}
              onChange={({ color }) => form.change('themeColor', color)}
            />
            <ColorPair color={typed.themeColor} />
          </FromOffice>
        </Card>
        <Card title={t('branding.preview.pages.login')} hint={t('branding.signIn.hint')}>
          <FromOffice part="scene" {...office}>
            <SelectField
              name="scene"
              label={t('branding.field.scene')}
              value={scene}
              options={FORM_SCENES.map((value) => [value, t(`branding.scene.${value}`)] as const)}
              onChoose={(chosen) => {
                setWantsOwn(chosen === 'own')
                if (chosen === 'own') return
                form.change('picture', null)
                form.change('scene', chosen)
              }}
            />
            {scene === 'own' && (
              <PictureField
                kind="picture"
                label={t('branding.field.picture')}
                hint={t('branding.signIn.pictureHint')}
                value={typed.picture}
                error={form.errorOf('picture')}
                onChange={(picture) => form.change('picture', picture)}
              />
            )}
          </FromOffice>
          <FromOffice part="motto" {...office}>
            {text('motto', { hint: t('branding.signIn.mottoHint') })}
            <ColorPicker
              font
              label={t('branding.field.mottoStyle')}
              value={typed.mottoStyle}
              onChange={(style) => form.change('mottoStyle', offered(style, typed.mottoStyle))}
            />
          </FromOffice>
        </Card>
        <Card title={t('branding.footer.title')} hint={t('branding.footer.hint')}>
          <FromOffice part="footer" {...office}>
            {toggle('footerShown')}
            {!typed.footerShown && <p className="k-caution">{t('branding.footer.none')}</p>}
            {text('copyright', { hint: t('branding.footer.copyrightHint') })}
            {text('footer', { hint: t('branding.footer.textHint') })}
            {text('link', { hint: t('branding.footer.linkHint'), ...address })}
          </FromOffice>
          {text('icp', { hint: t('branding.footer.icpHint') })}
          {text('police', { hint: t('branding.footer.policeHint') })}
          <FromOffice part="help" {...office}>
            {toggle('helpShown', t('branding.footer.helpHint'))}
            {text('helpUrl', address)}
          </FromOffice>
        </Card>
        <Card title={t('trail.fields.language')}>{toggle('languageFollowsBrowser', t('branding.language.hint'))}</Card>
        {state.schools !== null && (
          <Card title={t('branding.sharing.title')} hint={t('branding.sharing.hint', { count: state.schools })}>
            <SharingFields
              sharing={typed.sharing}
              logo={typed.logo}
              onChange={(sharing) => form.change('sharing', sharing)}
            />
          </Card>
        )}
        <Actions state={state} draft={draft} />
      </form>
    </div>
  )
}

/** The picker's list is the contract's. */
function offered(
  { color, fontSize, fontFamily }: { color: string; fontSize?: string | undefined; fontFamily?: string | undefined },
  before: Branding['mottoStyle'],
): Branding['mottoStyle'] {
  return {
    color,
    fontSize: PICKER_FONT_SIZES.find((size) => size === fontSize) ?? before.fontSize,
    fontFamily: PICKER_FONTS.find((family) => family === fontFamily) ?? before.fontFamily,
  }
}

/** What stands saved, what another administrator changed meanwhile, and the buttons. */
function Actions({ state, draft }: { state: BrandingState; draft: ReturnType<typeof useBrandingForm> }) {
  const { t, personName, language } = useLocale()
  const { t: common } = useTranslation('common')
  const online = useOnline()
  const { form, isSaving, isDiscarding } = draft
  const { changed, meanwhile } = form
  const isBusy = form.busy || isSaving || isDiscarding
  const saved = state.draft
  const by = saved?.by ? personName(saved.by) : t('branding.somebody')
  return (
    <div className="app-card ad-branding__actions">
      {meanwhile && <ChangedRecord key={meanwhile.version} meanwhile={meanwhile} />}
      <FormFailure failure={form.failure} />
      <p className="k-soft" role="status">
        {changed
          ? online
            ? t('branding.status.unsaved')
            : common('offlineForm')
          : saved
            ? t('branding.status.draft', { name: by, time: formatDateTime(saved.savedAt, language) })
            : t('branding.status.published')}
      </p>
      <div className="k-buttons">
        <Button kind="primary" type="submit" busy={form.busy} needsNetwork disabled={isBusy || (!changed && !saved)}>
          {t('branding.action.publish')}
        </Button>
        <Button busy={isSaving} needsNetwork disabled={isBusy || !changed} onClick={draft.save}>
          {t('branding.action.saveDraft')}
        </Button>
        {(saved || changed) && (
          <Button busy={isDiscarding} needsNetwork disabled={isBusy} onClick={draft.discard}>
            {t(saved ? 'branding.action.discardDraft' : 'branding.action.discard')}
          </Button>
        )}
      </div>
    </div>
  )
}
