import { useRef, useState, type FormEvent } from 'react'
import { reportFailure } from '../../core/notices/report-failure.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog, NARROW_DIALOG } from '../../ui/dialog/Dialog.tsx'
import { QuestionDialog } from '../../ui/dialog/QuestionDialog.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { EXIT_PIN } from './exit-pin.ts'

/** Free failures; further ones cost WAIT milliseconds each. */
const FREE_TRIES = 5
const WAIT = 30_000

/** Asks for the exit PIN, then opens the portal or ends the station. */
export function ExitDialog({
  open,
  pending,
  check,
  onLeave,
  onEnd,
  onClose,
}: {
  open: boolean
  pending: number
  check: (pin: string) => Promise<boolean>
  onLeave: () => void
  onEnd: () => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation('station')
  const [pin, setPin] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const [isIn, setIn] = useState(false)
  const [ending, setEnding] = useState(false)
  const wrong = useRef({ tries: 0, until: 0 })
  const close = () => {
    setPin('')
    setProblem('')
    setIn(false)
    onClose()
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const wait = Math.ceil((wrong.current.until - Date.now()) / 1000)
    if (wait > 0) return setProblem(t('exit.wait', { count: wait }))
    setBusy(true)
    let isRight: boolean
    try {
      isRight = await check(pin)
    } catch (error) {
      return reportFailure(error)
    } finally {
      setBusy(false)
    }
    setPin('')
    if (isRight) {
      wrong.current = { tries: 0, until: 0 }
      setProblem('')
      return setIn(true)
    }
    const tries = wrong.current.tries + 1
    wrong.current = { tries, until: tries >= FREE_TRIES ? Date.now() + WAIT : 0 }
    setProblem(t('exit.wrong'))
  }

  return (
    <>
      <Dialog open={open} title={t('exit.open')} width={NARROW_DIALOG} onClose={close}>
        {isIn ? (
          <div className="k-stack">
            <p>{t('exit.leaveHint')}</p>
            <Button kind="primary" onClick={onLeave}>
              {t('exit.leave')}
            </Button>
            <p>{t('exit.endHint')}</p>
            <Button kind="danger" onClick={() => setEnding(true)}>
              {t('exit.end')}
            </Button>
          </div>
        ) : (
          <form className="k-stack" onSubmit={(event) => void send(event)}>
            <TextField
              label={t('register.pin')}
              type="password"
              inputMode="numeric"
              maxLength={EXIT_PIN.most}
              value={pin}
              error={problem}
              onChange={({ currentTarget }) => setPin(currentTarget.value)}
            />
            <Button kind="primary" type="submit" busy={busy} disabled={pin.length < EXIT_PIN.least}>
              {t('exit.next')}
            </Button>
          </form>
        )}
      </Dialog>
      <QuestionDialog
        open={ending}
        question={t('exit.endQuestion')}
        action={t('exit.end')}
        onClose={() => setEnding(false)}
        onConfirm={onEnd}
      >
        <p>{pending > 0 ? t('exit.endLoses', { count: pending }) : t('exit.endHint')}</p>
      </QuestionDialog>
    </>
  )
}
