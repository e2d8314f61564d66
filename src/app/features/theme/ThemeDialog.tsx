import { renewTheme } from './follow-theme.ts'
import './theme.css'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { systemAdmin } from '../../../../contract/endpoints/roles.ts'
import { call } from '../../core/api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { notify } from '../../core/notices/notices.ts'
import { ConfirmTheme } from './ConfirmTheme.tsx'
import { CustomColor } from './CustomColor.tsx'
import { LayoutChoice } from './LayoutChoice.tsx'
import { ModeChoice } from './ScreenChoices.tsx'
import { schoolColors } from './school-colors.ts'
import { ThemeChoice } from './ThemeChoice.tsx'
import { chooseLook, setLayout, takeBackFromEverybody } from './theme-store.ts'
import { useDraft } from './use-draft.ts'
import { useThemeTexts } from './use-theme-texts.ts'

/** Five pictures side by side, large enough to tell what is on them. */
const WIDTH = '880px'

/**
 * Where a theme is chosen. What is chosen is seen behind the dialog at once, and is as before when it is left without confirming. Administrators are asked
 * whom it is for.
 */
export default function ThemeDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const online = useOnline()
  const t = useThemeTexts()
  const { t: common } = useTranslation('common')
  const draft = useDraft()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const isAdmin = useRef<Promise<boolean>>(undefined)
  const [schools] = useState(schoolColors)
  const { look, layout, isOtherLook } = draft

  useEffect(() => {
    // Asked for while the person looks around. Without an answer they choose for themselves alone.
    isAdmin.current = call(systemAdmin, { userId }).catch(() => false)
  }, [userId])

  const choose = async (everybody: boolean) => {
    if (!look) return
    try {
      await chooseLook(look, { everybody })
    } catch (error) {
      reportFailure(error)
      return
    }
    finish()
    if (everybody) tellEverybody(t(`names.${look.theme}`))
    else notify('success', t('applied'))
  }

  const tellEverybody = (name: string) =>
    notify('success', t('synced', { name }), { action: { label: t('undo'), run: () => void takeBack() } })

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
    if (!isOtherLook) {
      finish()
      return
    }
    setBusy(true)
    if (await isAdmin.current) setAsking(true)
    else await choose(false)
    setBusy(false)
  }

  return (
    <Dialog
      open
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
          <Button kind="primary" busy={busy} disabled={!online && isOtherLook} onClick={() => void apply()}>
            {t('apply')}
          </Button>
        </>
      }
    >
      <div className="t-dialog">
        <ThemeChoice look={look} own={schools[0]} onChange={draft.setLook} />
        {look?.theme === 'custom' && <CustomColor color={look.color} schools={schools} onChange={draft.setLook} />}
        <div className="t-below">
          <LayoutChoice look={look} layout={layout} onChange={draft.setLayout} />
          <ModeChoice />
        </div>
      </div>
      {asking && look && <ConfirmTheme look={look} onClose={() => setAsking(false)} onConfirm={choose} />}
    </Dialog>
  )
}
