import Printer from '@phosphor-icons/core/regular/printer.svg?react'
import { useEffect, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { GUARDIAN_CODE_DAYS, GUARDIAN_CODE_USES } from '../../../../contract/endpoints/family/join.ts'
import type { CodeSlip, Slip } from '../../../../contract/endpoints/people/people.ts'
import { useLanguage, usePortal } from '../app-context.ts'
import { Button } from '../../ui/Button.tsx'
import { QuestionDialog } from '../../ui/dialog/QuestionDialog.tsx'
import { nameIn, personName } from '../names.ts'
import { groupSlips, isCode, type PaperSlip } from './group-slips.ts'
import { useSlipTexts } from './use-slip-texts.ts'
import { useSlips } from './use-slips.ts'
import { usePageHeading } from '../../ui/record/use-page-heading.ts'

/** First passwords as slips to cut out, each class on its own sheets. They cannot be shown again: without a print, closing asks. */
export function SlipsPage({ slips }: { slips: readonly PaperSlip[] }) {
  const t = useSlipTexts()
  const language = useLanguage()
  const { close } = useSlips()
  const [isPrinted, setPrinted] = useState(false)
  const [asks, setAsks] = useState(false)
  const title = t(slips.every(isCode) ? 'codes' : 'title')
  const heading = usePageHeading(null, title)
  const groups = groupSlips(slips)

  useEffect(() => heading.current?.focus(), [heading])
  useEffect(() => {
    if (isPrinted) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isPrinted])
  useEffect(() => {
    // Also by the browser's own menu.
    const done = () => setPrinted(true)
    addEventListener('afterprint', done)
    return () => removeEventListener('afterprint', done)
  }, [])

  return (
    <div className="app-page app-slips">
      <header className="app-slips__head">
        <div>
          <div className="app-slips__words">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            <p>{t('count', { count: slips.length })}</p>
          </div>
          <div className="app-slips__actions">
            <Button kind="primary" icon={Printer} onClick={() => print()}>
              {t('print')}
            </Button>
            <Button onClick={() => (isPrinted ? close() : setAsks(true))}>{t('close')}</Button>
          </div>
        </div>
        <p className="app-notice">
          <span>{t('once')}</span>
        </p>
      </header>
      {groups.map(({ place, slips: own }) => (
        <section
          key={place?.name ?? ''}
          className="app-slips__group"
          aria-label={place ? nameIn(place, language) : t('noPlace')}
        >
          <h2>{place ? nameIn(place, language) : t('noPlace')}</h2>
          <ul className="app-slips__list">
            {own.map((slip) =>
              isCode(slip) ? (
                <CodeCard key={`code/${slip.id}`} slip={slip} />
              ) : (
                <SlipCard key={`${slip.kind}/${slip.id}`} slip={slip} />
              ),
            )}
          </ul>
        </section>
      ))}
      {asks && (
        <QuestionDialog
          question={t('closeQuestion')}
          action={t('closeAnyway')}
          onClose={() => setAsks(false)}
          onConfirm={async () => {
            close()
          }}
        >
          <p>{t('closeHint')}</p>
        </QuestionDialog>
      )}
    </div>
  )
}

function CodeCard({ slip }: { slip: CodeSlip }) {
  const t = useSlipTexts()
  const name = personName(slip, useLanguage())
  return (
    <PaperCard
      title={t('guardiansOf', { name })}
      place={slip.place}
      path="/join"
      code={`#${slip.guardianCode}`}
      typed={[['code', slip.guardianCode]]}
      hint={t('codeUse', { count: GUARDIAN_CODE_USES, days: GUARDIAN_CODE_DAYS })}
    />
  )
}

function SlipCard({ slip }: { slip: Slip }) {
  const t = useSlipTexts()
  return (
    <PaperCard
      title={personName(slip, useLanguage())}
      place={slip.place}
      typed={[
        ['loginName', slip.loginName],
        ['password', slip.password],
      ]}
      hint={t('change')}
    />
  )
}

/** A slip: whom it is for, the address, what is typed there, and the address as a QR code, which may have the code in it. */
function PaperCard({
  title,
  place,
  path = '',
  code = '',
  typed,
  hint,
}: {
  title: string
  place: PaperSlip['place']
  path?: string
  /** Behind the address that the QR code has. */
  code?: string
  typed: readonly (readonly [label: 'code' | 'loginName' | 'password', text: string])[]
  hint: string
}) {
  const t = useSlipTexts()
  const language = useLanguage()
  const { user } = usePortal()
  const { host, origin } = location
  const address = `${host}${path}`
  return (
    <li className="app-slip">
      <div className="app-slip__text">
        <p className="app-slip__school">{language === 'en' ? user.unitEnName || user.unitName : user.unitName}</p>
        <p className="app-slip__name">
          {title}
          {place && <span>{nameIn(place, language)}</span>}
        </p>
        <dl>
          <div>
            <dt>{t('address')}</dt>
            <dd>{address}</dd>
          </div>
          {typed.map(([label, text]) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd className="app-slip__typed">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="app-slip__hint">{hint}</p>
      </div>
      <QrCode text={`${origin}${path}${code}`} label={t('qr', { address })} />
    </li>
  )
}

/** The margin that readers need, in modules. */
const RIM = 2

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: side } = encode(text, { ecc: 'M', border: RIM })
    const modules = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    return { size: side, path: modules.join('') }
  }, [text])
  return (
    <svg
      className="app-slip__qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
