import { useEffect, useEffectEvent, useRef } from 'react'
import { leadsUploads } from '../upload-service.ts'
import { showBadge } from './app-badge.ts'
import { tellPerson } from './tell-when-done.ts'
import { hasEnded } from './upload-news.ts'
import { filesLeft, titlePrefix, type UploadSum } from './upload-sum.ts'
import type { UploadTranslate } from './upload-texts.ts'
import { pillWords } from './pill-words.ts'
import type { Language } from '../../../../../contract/envelope.ts'

/** Tells how uploads stand outside of the page: in the window's title, on the application's icon, and when all have ended by a notification. */
export function useUploadMarks(
  sum: UploadSum,
  { t, language, onTitle }: { t: UploadTranslate; language: Language; onTitle: (prefix: string) => void },
): void {
  const before = useRef(sum)
  const setTitle = useEffectEvent(onTitle)
  const prefix = titlePrefix(sum)
  const left = filesLeft(sum)

  useEffect(() => setTitle(prefix), [prefix])
  useEffect(() => () => setTitle(''), [])
  useEffect(() => showBadge(left), [left])
  useEffect(() => {
    // One tab tells it: the one whose worker sends.
    if (hasEnded(before.current, sum) && leadsUploads()) {
      const isGood = sum.done === sum.total
      void tellPerson(t(isGood ? 'told.done' : 'told.ended'), pillWords(sum, t, language))
    }
    before.current = sum
  }, [sum, t, language])
}
