import bell from '@phosphor-icons/core/regular/bell.svg?raw'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { notificationPermission, waitsForLong } from './tell-when-done.ts'
import type { UploadSum } from './upload-sum.ts'
import { useUploadTexts } from './upload-texts.ts'

/** Offers a notification to somebody who waits for long; the browser asks once it is pressed, and never before. */
export function TellWhenDone({ sum, onSay }: { sum: UploadSum; onSay: (text: string) => void }) {
  const t = useUploadTexts()
  // Once offered it stays: what moves away from a finger that is about to press it helps nobody.
  const [permission, setPermission] = useState<NotificationPermission | 'impossible' | null>(null)
  const [answer, setAnswer] = useState<'said.willTell' | 'said.mayNotTell' | null>(null)

  const ask = async (): Promise<void> => {
    const given = await Notification.requestPermission()
    setPermission(given)
    if (given === 'default') return
    const said = given === 'granted' ? 'said.willTell' : 'said.mayNotTell'
    setAnswer(said)
    onSay(t(said))
  }

  const isWanted = waitsForLong(sum)
  useEffect(() => {
    if (!isWanted) return undefined
    let isGone = false
    void notificationPermission().then((said) => {
      if (!isGone) setPermission(said)
    })
    return () => {
      isGone = true
    }
  }, [isWanted])

  if (answer !== null) return <p className="up-tell">{t(answer)}</p>
  // Who has answered once is never asked again.
  if (permission !== 'default' || sum.active === 0) return null
  return (
    <p className="up-tell">
      <Button kind="quiet" icon={bell} onClick={() => void ask()}>
        {t('action.tell')}
      </Button>
    </p>
  )
}
