import './theme.css'
import { renewTheme } from './follow-theme.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { usePermitted } from '../../ui/layout/Permitted.tsx'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { themeChoice, type ThemeChoice as ThemeChoiceOfUser } from '../../../../contract/endpoints/desktop/theme.ts'
import { systemAdmin } from '../../../../contract/endpoints/people/roles.ts'
import { endpointQuery, queryClient } from '../../core/query/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { notify } from '../../core/notices/notices.ts'
import { LayoutChoice, ModeChoice } from './LookChoices.tsx'
import { ThemePicture } from './ThemePicture.tsx'
import {
  appearance,
  chooseLook,
  endPreview,
  previewLook,
  setLayout,
  setMode,
  takeBackFromEverybody,
} from './theme-store.ts'
import { useThemeTexts } from './use-theme-texts.ts'
import { snapshot } from 'valtio/vanilla'
import { parseTheme, resolveLook, type Look, type Theme } from '../../../../contract/rules/appearance/themes.ts'
import { DEFAULT_THEME_COLOR } from '../../../../contract/limits.ts'
import { isHexColor } from '../../../../contract/rules/appearance/oklab.ts'
import { decorationOf } from '../../../../contract/rules/appearance/decoration.ts'
import { documentUnit } from '../../core/tenant/unit.ts'
import { latePart } from '../../ui/late-part.tsx'

/** Five pictures side by side, large enough to tell what is on them. */
const WIDTH = '880px'

/** Chooses a theme. A choice is visible behind the dialog at once, and reverted when it closes without confirming. Administrators choose for whom. */
export default function ThemeDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const online = useOnline()
  const t = useThemeTexts()
  const { t: common } = useTranslation('common')
  const choice = useQuery({ ...endpointQuery(themeChoice, {}), refetchOnMount: 'always' })
  const draft = useDraft(choice.data)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const adminQuery = endpointQuery(systemAdmin, { userId })
  const maySync = usePermitted('desktop_theme_sync')
  // Loaded meanwhile.
  const { data: isAdmin = false } = useQuery({ ...adminQuery, enabled: maySync })
  const [schools] = useState(schoolColors)
  const { look, unitLook, layout, isOtherLook } = draft

  const choose = async (everybody: boolean, chosen = look) => {
    try {
      await chooseLook(chosen, { everybody, unitLook })
    } catch (error) {
      reportFailure(error)
      return
    }
    finish()
    void queryClient.invalidateQueries(endpointQuery(themeChoice, {}))
    // The unit may have a theme that the query could not tell.
    if (!chosen && !choice.data) void renewTheme()
    if (!everybody) {
      notify('success', t('applied'))
      return
    }
    const undo = { label: t('undo'), run: () => void takeBack() }
    notify('success', t('synced', { name: nameOf(chosen, t) }), { action: undo })
  }

  const takeBack = async () => {
    try {
      const done = await takeBackFromEverybody()
      notify(done ? 'success' : 'warning', done ? t('undone') : t('undoTooLate'))
      if (done) void renewTheme()
    } catch (error) {
      reportFailure(error)
    }
  }

  const finish = () => {
    draft.keep()
    setLayout(layout)
    onClose()
  }

  const apply = async () => {
    const mayAsk = maySync && online && draft.isForUnit()
    if (!isOtherLook && !mayAsk) {
      finish()
      return
    }
    setBusy(true)
    // Without a response users choose only for themselves.
    if (mayAsk && (await queryClient.ensureQueryData(adminQuery).catch(() => false))) setAsking(true)
    else if (isOtherLook) await choose(false)
    else finish()
    setBusy(false)
  }

  return (
    <Dialog
      title={t('title')}
      width={WIDTH}
      onClose={onClose}
      footer={
        <>
          {!online && (
            <p className="t-offline" role="status">
              {t('offline')}
            </p>
          )}
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button kind="primary" busy={busy} needsNetwork={isOtherLook} onClick={() => void apply()}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <div className="t-dialog">
        <ThemeChoice look={look} unitLook={unitLook} own={schools[0]} onChange={draft.setLook} />
        {look?.theme === 'custom' && <CustomColor color={look.color} schools={schools} onChange={draft.setLook} />}
        <div className="t-below">
          <LayoutChoice look={look ?? unitLook} layout={layout} onChange={draft.setLayout} />
          <ModeChoice />
        </div>
        {maySync && isAdmin && unitLook && (
          <p className="t-unit">
            <span>{t('unitTheme', { name: nameOf(unitLook, t) })}</span>
            <Button needsNetwork onClick={() => void choose(true, null)}>
              {t('unitRemove')}
            </Button>
          </p>
        )}
      </div>
      {asking && <ConfirmTheme look={look} onClose={() => setAsking(false)} onConfirm={choose} />}
    </Dialog>
  )
}

/**
 * A draft of the look: visible on the page until it is unmounted; without `keep` the screen's mode is then as before. It is null without a theme of the user's own;
 * `choice` is undefined until the server has answered.
 */
function useDraft(choice: ThemeChoiceOfUser | undefined) {
  const [before] = useState(() => snapshot(appearance))
  const [picked, setPicked] = useState<Look | null>()
  const [layout, setDraftLayout] = useState(before.layout)
  const kept = useRef(false)
  const initial = choice?.own === false ? null : before.look
  const unitLook = choice ? resolveLook(choice.unit, null) : null
  const look = picked === undefined ? initial : picked
  const isOtherLook = !isSame(look, initial)

  useEffect(() => {
    kept.current = false
    return () => {
      endPreview()
      if (!kept.current && appearance.mode !== before.mode) setMode(before.mode)
    }
  }, [before])

  return {
    look,
    unitLook,
    layout,
    isOtherLook,
    /** Whether the unit's theme may be meant as well: also where the look is the user's own already, but not where only the menu or the screen changed. */
    isForUnit(): boolean {
      if (isOtherLook) return true
      if (choice === undefined || look === null || isSame(look, unitLook)) return false
      return layout === before.layout && appearance.mode === before.mode
    },
    setLook: (next: Look | null) => {
      setPicked(next)
      previewLook(next ?? unitLook)
    },
    setLayout: setDraftLayout,
    /** Keeps the look: leaving no longer reverts it. */
    keep() {
      kept.current = true
    },
  }
}

function isSame(one: Look | null, other: Look | null): boolean {
  return one?.theme === other?.theme && one?.color === other?.color
}

/** Asks an administrator whom the theme is for. `onConfirm` never rejects; the caller closes the dialog. */
function ConfirmTheme({
  look,
  onClose,
  onConfirm,
}: {
  look: Look | null
  onClose: () => void
  onConfirm: (everybody: boolean) => Promise<void>
}) {
  const t = useThemeTexts()
  const { t: common } = useTranslation('common')
  const [busy, setBusy] = useState<'own' | 'everybody' | null>(null)

  const confirm = async (kind: 'own' | 'everybody') => {
    setBusy(kind)
    await onConfirm(kind === 'everybody')
    setBusy(null)
  }

  return (
    <Dialog
      role="alertdialog"
      title={t('confirm.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button busy={busy === 'everybody'} disabled={busy !== null} onClick={() => void confirm('everybody')}>
            {t('confirm.everybody')}
          </Button>
          <Button kind="primary" busy={busy === 'own'} disabled={busy !== null} onClick={() => void confirm('own')}>
            {t('confirm.own')}
          </Button>
        </>
      }
    >
      <p>{t('confirm.text', { name: nameOf(look, t) })}</p>
      <p className="k-note">{t('confirm.sync')}</p>
    </Dialog>
  )
}

/** The colours of the unit's login page, the decoration's own first; never empty. */
function schoolColors(): readonly [string, ...string[]] {
  const unit = documentUnit()
  const found = [unit && decorationOf(unit).themeColor, unit?.themeColor].flatMap((color) =>
    color && isHexColor(color) ? [color.toUpperCase()] : [],
  )
  const [first = DEFAULT_THEME_COLOR, ...more] = new Set(found)
  return [first, ...more]
}

function nameOf(look: Look | null, t: ReturnType<typeof useThemeTexts>): string {
  return look ? t(`names.${look.theme}`) : t('unitColors')
}

/** All themes as pictures, and the unit's: its theme, or its colours. `own` is the colour of "custom" before another one is picked. */
function ThemeChoice({
  look,
  unitLook,
  own,
  onChange,
}: {
  look: Look | null
  unitLook: Look | null
  own: string
  onChange: (look: Look | null) => void
}) {
  const t = useThemeTexts()
  const id = useId()
  const lookOf = (theme: Theme): Look => {
    const custom = { theme: 'custom', color: look?.theme === 'custom' ? look.color : own } as const
    return parseTheme(theme) ?? custom
  }

  return (
    <div className="t-groups">
      {THEME_GROUPS.map(({ name, themes }) => (
        <fieldset key={name} className={`t-group t-group--${name}`}>
          <legend>{t(`groups.${name}`)}</legend>
          <div className="t-group__cards">
            {themes.map((theme) => {
              const offered = theme === 'unit' ? null : lookOf(theme)
              return (
                <label key={theme} className="t-card">
                  {/* One name for all groups: they are one choice. */}
                  <input
                    className="k-cover-input"
                    type="radio"
                    name={id}
                    value={theme}
                    checked={(look?.theme ?? 'unit') === theme}
                    onChange={() => onChange(offered)}
                  />
                  <ThemePicture look={offered ?? unitLook ?? { theme: 'custom', color: own }} />
                  <span className="t-card__name">{nameOf(offered, t)}</span>
                </label>
              )
            })}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

/** The themes, and the unit's colours, in the groups in which they are offered. */
const THEME_GROUPS = [
  { name: 'classic', themes: ['ink', 'lotus'] },
  { name: 'stage', themes: ['cartoon'] },
  { name: 'colors', themes: ['unit', 'red', 'blue', 'cyan', 'green', 'custom'] },
] as const satisfies readonly { name: string; themes: readonly (Theme | 'unit')[] }[]

const ColorPanel = latePart(() => import('../../ui/fields/ColorPanel.tsx'), <ColorPanelSkeleton />)

function ColorPanelSkeleton() {
  return <Skeleton label={useThemeTexts()('customTitle')} lines={4} />
}

/** Calm colours for any school; its own come first. */
const OFFERED = ['#457cd6', '#3c9161', '#b4504a', '#1f93a6', '#8a63b8', '#c07a2c', '#b85487', '#5b6b7f'] as const

/** The colour of the custom theme: one from the school's login page, a common one, or any. */
function CustomColor({
  color,
  schools,
  onChange,
}: {
  color: string
  schools: readonly string[]
  onChange: (look: Look) => void
}) {
  const t = useThemeTexts()
  const swatches = [...new Set([...schools.map((each) => each.toLowerCase()), ...OFFERED])]
  return (
    <section className="t-custom" aria-label={t('customTitle')}>
      <ColorPanel
        value={{ color }}
        swatches={swatches}
        onChange={(picked) => onChange({ theme: 'custom', color: picked.color.toUpperCase() })}
      />
      <div className="t-custom__sample">
        <ThemePicture look={{ theme: 'custom', color }} />
        <p className="k-note">{t('customHint')}</p>
      </div>
    </section>
  )
}
