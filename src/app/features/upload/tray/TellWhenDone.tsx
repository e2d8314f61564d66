import bell from '@phosphor-icons/core/regular/bell.svg?raw'
import { useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { notificationPermission, offersToTell } from './tell-when-done.ts'
import type { UploadSum } from './upload-sum.ts'
import { useUploadTexts } from './upload-texts.ts'

/** Offers a notification to somebody who waits for long; the browser asks once it is pressed, and never before. */
export function TellWhenDone({ sum, onSay }: { sum: UploadSum; onSay: (text: string) => void }) {
  const t = useUploadTexts()
  const [permission, setPermission] = useState(notificationPermission)
  // Once offered it stays: what moves away from a finger that is about to press it helps nobody.
  const [offered, setOffered] = useState(false)
  const offers = offersToTell(sum, permission)
  if (offers && !offered) setOffered(true)
  const [answer, setAnswer] = useState<'said.willTell' | 'said.mayNotTell' | null>(null)

  const ask = async (): Promise<void> => {
    const given = await Notification.requestPermission()
    setPermission(given)
    if (given === 'default') return
    const said = given === 'granted' ? 'said.willTell' : 'said.mayNotTell'
    setAnswer(said)
    onSay(t(said))
  }

  if (answer !== null) return <p className="up-tell">{t(answer)}</p>
  if (!offered || permission !== 'default' || sum.active === 0) return null
  return (
    <p className="up-tell">
      <Button kind="quiet" icon={bell} onClick={() => void ask()}>
        {t('action.tell')}
      </Button>
    </p>
  )
}
