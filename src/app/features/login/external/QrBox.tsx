import { useEffect, useRef, useState } from 'react'
import type externalSignIn from '../../../locales/zh-CN/externalSignIn.json'
import type { ExternalStart } from '../../../core/session/flow/external-sign-in.ts'

/** Milliseconds after which the attempt is renewed: it is valid for ten minutes, and confirming on the phone takes time. */
const GOOD_FOR = 570_000

/** The provider's own page with its QR code, in a frame in place of the form; renewed when the attempt expires and the page is visible. */
export function QrBox({
  texts,
  name,
  begin,
  onBack,
}: {
  texts: typeof externalSignIn
  name: string
  begin: () => Promise<ExternalStart>
  onBack: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [start, setBegun] = useState<ExternalStart | null>(null)
  const [shown, setShown] = useState(false)

  useEffect(() => heading.current?.focus(), [])

  useEffect(() => {
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const renew = () => {
      // A hidden page makes no requests.
      if (!document.hidden) setAttempt(attempt + 1)
      else document.addEventListener('visibilitychange', renew, { once: true })
    }
    setBegun(null)
    setShown(false)
    void begin().then((outcome) => {
      if (left) return
      setBegun(outcome)
      if (outcome.ok) timer = setTimeout(renew, GOOD_FOR)
    })
    return () => {
      left = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', renew)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each attempt
  }, [attempt])

  return (
    <section className="o-qr" aria-labelledby="qr-title">
      <h2 className="o-qr__title" id="qr-title" tabIndex={-1} ref={heading}>
        {texts.scanWith.replace('{{name}}', name)}
      </h2>
      <p className="o-qr__hint">{texts.scanHint}</p>
      <div className="o-qr__place" aria-busy={!shown}>
        {start?.ok && (
          // The same sandbox permissions as in WeChat's own script: the frame navigates the whole window back here after the scan.
          <iframe
            key={start.address}
            className="o-qr__frame"
            src={start.address}
            title={texts.frame.replace('{{name}}', name)}
            // oxlint-disable-next-line react/iframe-missing-sandbox -- the page in it is of another origin, so it cannot lift this
            sandbox="allow-scripts allow-same-origin allow-top-navigation"
            onLoad={() => setShown(true)}
          />
        )}
        {start?.ok === false ? (
          <div className="o-qr__failed">
            <p role="alert">{start.text}</p>
            <button type="button" className="o-button" onClick={() => setAttempt(attempt + 1)}>
              {texts.retry}
            </button>
          </div>
        ) : (
          !shown && (
            <p className="o-qr__wait" role="status">
              {texts.loading}
            </p>
          )
        )}
      </div>
      <button type="button" className="o-link" onClick={onBack}>
        {texts.backToForm}
      </button>
    </section>
  )
}
