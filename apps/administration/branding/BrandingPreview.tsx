import { useDeferredValue, useMemo, useState } from 'react'
import { brandingPictureAddress, type Branding } from '../../../contract/endpoints/units/branding.ts'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { DesktopPreview } from '../../../src/app/ui/preview/DesktopPreview.tsx'
import { LoginPreview } from '../../../src/app/ui/preview/LoginPreview.tsx'
import { PageFrame } from '../../../src/app/ui/preview/PageFrame.tsx'
import { previewProperties, previewUnit } from '../../../src/app/ui/preview/preview-unit.ts'
import { useLocale, usePortal } from '../portal-context.ts'

const WINDOWS = { pc: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const
const DEVICES = ['pc', 'phone'] as const
const PAGES = ['login', 'desktop'] as const
const MODES = ['light', 'dark'] as const

/** The sign-in page or the desktop with a branding, on a PC and a phone beside each other; in a narrow window one at a time. */
export function BrandingPreview({ branding, crest }: { branding: Branding; crest: string }) {
  const { t, language } = useLocale()
  const { user } = usePortal()
  const [page, setPage] = useState<(typeof PAGES)[number]>('login')
  const [mode, setMode] = useState<(typeof MODES)[number]>('light')
  const [device, setDevice] = useState<(typeof DEVICES)[number]>('phone')
  const [year] = useState(() => new Date().getFullYear())
  // Typing comes first.
  const shown = useDeferredValue(branding)
  const unit = useMemo(() => previewUnit(shown, user), [shown, user])
  const properties = useMemo(() => previewProperties(unit), [unit])
  const logo = brandingPictureAddress(shown.logo ?? crest)
  const words = {
    applications: t('section.applications'),
    messages: t('section.messages'),
    view: t('branding.preview.view'),
    help: t('branding.part.help'),
  }
  return (
    <section className="ad-brand-preview" aria-label={t('messages.preview')} data-device={device}>
      <div className="ad-brand-preview__choices">
        <Segments
          label={t('branding.preview.page')}
          labelled="unseen"
          value={page}
          options={PAGES.map((value) => ({ value, label: t(`branding.preview.pages.${value}`) }))}
          onChange={setPage}
        />
        <Segments
          label={t('branding.preview.mode')}
          labelled="unseen"
          value={mode}
          options={MODES.map((value) => ({ value, label: t(`branding.preview.modes.${value}`) }))}
          onChange={setMode}
        />
        <div className="ad-brand-preview__device">
          <Segments
            label={t('trail.device')}
            labelled="unseen"
            value={device}
            options={DEVICES.map((value) => ({ value, label: t(`branding.preview.devices.${value}`) }))}
            onChange={setDevice}
          />
        </div>
      </div>
      <div className="ad-brand-preview__frames">
        {DEVICES.map((one) => (
          <div key={one} className="ad-brand-preview__frame" data-of={one}>
            <PageFrame
              title={t(`branding.preview.frame.${page}`, { device: t(`branding.preview.devices.${one}`) })}
              window={WINDOWS[one]}
              language={language}
              dark={mode === 'dark'}
              properties={properties}
              page={page}
            >
              {page === 'login' ? (
                <LoginPreview
                  unit={unit}
                  logo={logo}
                  language={language}
                  year={year}
                  pictureAddress={brandingPictureAddress}
                />
              ) : (
                <DesktopPreview unit={unit} logo={logo} language={language} year={year} words={words} />
              )}
            </PageFrame>
          </div>
        ))}
      </div>
    </section>
  )
}
