import Printer from '@phosphor-icons/core/regular/printer.svg?react'
import { useEffect, useMemo, useState } from 'react'
import { encode } from 'uqr'
import { GUARDIAN_CODE_DAYS, GUARDIAN_CODE_USES } from '../../../../contract/endpoints/family/join.ts'
import type { CodeSlip, Slip } from '../../../../contract/endpoints/people/people.ts'
import { useLanguage, usePortal } from '../app-context.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { nameIn, personName } from '../names.ts'
import { groupSlips, isCode, type PaperSlip } from './group-slips.ts'
import { useSlips } from './use-slips.ts'
import { usePageHeading } from '../../ui/record/use-page-heading.ts'

/** The application's texts about slips. */
export type SlipTexts = (key: SlipText, values?: Record<string, string | number>) => string
type SlipText =
  | 'address'
  | 'change'
  | 'close'
  | 'closeAnyway'
  | 'closeHint'
  | 'closeQuestion'
  | 'code'
  | 'codeUse'
  | 'codesTitle'
  | 'count'
  | 'guardiansOf'
  | 'loginName'
  | 'noPlace'
  | 'once'
  | 'password'
  | 'print'
  | 'qr'
  | 'title'

/** First passwords as slips to cut out, each class on its own sheets. They cannot be shown again: without a print, closing asks. */
export function SlipsPage({ slips, text: t }: { slips: readonly PaperSlip[]; text: SlipTexts }) {
  const language = useLanguage()
  const { close } = useSlips()
  const [isPrinted, setPrinted] = useState(false)
  const [asks, setAsks] = useState(false)
  const title = t(slips.every(isCode) ? 'codesTitle' : 'title')
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
                <CodeCard key={`code/${slip.id}`} slip={slip} text={t} />
              ) : (
                <SlipCard key={`${slip.kind}/${slip.id}`} slip={slip} text={t} />
              ),
            )}
          </ul>
        </section>
      ))}
      {asks && (
        <ConfirmDialog
          question={t('closeQuestion')}
          hint={t('closeHint')}
          action={t('closeAnyway')}
          onClose={() => setAsks(false)}
          onConfirm={async () => {
            close()
          }}
        />
      )}
    </div>
  )
}

function CodeCard({ slip, text: t }: { slip: CodeSlip; text: SlipTexts }) {
  const language = useLanguage()
  const { user } = usePortal()
  const { host, origin } = location
  return (
    <li className="app-slip">
      <div className="app-slip__text">
        <p className="app-slip__school">{language === 'en' ? user.unitEnName || user.unitName : user.unitName}</p>
        <p className="app-slip__name">
          {t('guardiansOf', { name: personName(slip, language) })}
          {slip.place && <span>{nameIn(slip.place, language)}</span>}
        </p>
        <dl>
          <div>
            <dt>{t('address')}</dt>
            <dd>{`${host}/join`}</dd>
          </div>
          <div>
            <dt>{t('code')}</dt>
            <dd className="app-slip__typed">{slip.guardianCode}</dd>
          </div>
        </dl>
        <p className="app-slip__hint">{t('codeUse', { count: GUARDIAN_CODE_USES, days: GUARDIAN_CODE_DAYS })}</p>
      </div>
      <QrCode text={`${origin}/join#${slip.guardianCode}`} label={t('qr', { address: `${host}/join` })} />
    </li>
  )
}

function SlipCard({ slip, text: t }: { slip: Slip; text: SlipTexts }) {
  const language = useLanguage()
  const { user } = usePortal()
  const { host, origin } = location
  return (
    <li className="app-slip">
      <div className="app-slip__text">
        <p className="app-slip__school">{language === 'en' ? user.unitEnName || user.unitName : user.unitName}</p>
        <p className="app-slip__name">
          {personName(slip, language)}
          {slip.place && <span>{nameIn(slip.place, language)}</span>}
        </p>
        <dl>
          <div>
            <dt>{t('address')}</dt>
            <dd>{host}</dd>
          </div>
          <div>
            <dt>{t('loginName')}</dt>
            <dd className="app-slip__typed">{slip.loginName}</dd>
          </div>
          <div>
            <dt>{t('password')}</dt>
            <dd className="app-slip__typed">{slip.password}</dd>
          </div>
        </dl>
        <p className="app-slip__hint">{t('change')}</p>
      </div>
      <QrCode text={origin} label={t('qr', { address: host })} />
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
