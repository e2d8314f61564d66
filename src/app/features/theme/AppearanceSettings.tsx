import './theme.css'
import '../../ui/layout/page.css'
import { useState } from 'react'
import { useSnapshot } from 'valtio/react'
import { DEFAULT_THEME_COLOR } from '../../../../contract/limits.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { Button } from '../../ui/Button.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Permitted } from '../../ui/layout/Permitted.tsx'
import { Card } from '../../ui/record/Card.tsx'
import { LayoutChoice, ContrastChoice, ModeChoice } from './LookChoices.tsx'
import { appearance, setLayout } from './theme-store.ts'
import { ThemePicture } from './ThemePicture.tsx'
import { useThemeTexts } from './use-theme-texts.ts'
import { lateDialog } from '../../ui/late-part.tsx'

const ThemeDialog = lateDialog(() => import('./ThemeDialog.tsx'))

export default function AppearanceSettings({ userId }: { userId: string }) {
  const t = useThemeTexts()
  const { look, layout } = useSnapshot(appearance)
  const [choosing, setChoosing] = useState(false)
  const shown = look ?? { theme: 'custom', color: documentUnit()?.themeColor ?? DEFAULT_THEME_COLOR }

  return (
    <div className="k-page">
      <PageHeader title={t('settings.title')} />
      <Card className="t-section" aria-label={t('title')}>
        <ThemePicture look={shown} layout={layout} />
        <div className="t-section__words">
          <h2>{t('title')}</h2>
          <p>{look ? t(`names.${look.theme}`) : t('unitColors')}</p>
          <Permitted codes="desktop_theme">
            <p className="k-note">{t('settings.themeHint')}</p>
            <Button
              onPointerEnter={ThemeDialog.prepare}
              onFocus={ThemeDialog.prepare}
              onClick={() => setChoosing(true)}
            >
              {t('confirm.title')}
            </Button>
          </Permitted>
        </div>
      </Card>
      <Card className="t-choices" aria-label={t('mode.title')}>
        <ModeChoice />
        <ContrastChoice />
        <LayoutChoice look={look} layout={layout} onChange={setLayout} />
      </Card>
      {choosing && <ThemeDialog userId={userId} onClose={() => setChoosing(false)} />}
    </div>
  )
}
