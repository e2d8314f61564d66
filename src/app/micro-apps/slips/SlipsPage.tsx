import Printer from '@phosphor-icons/core/regular/printer.svg?react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { encode } from 'uqr'
import { GUARDIAN_CODE_DAYS, GUARDIAN_CODE_USES } from '../../../../contract/endpoints/family/join.ts'
import { useLanguage, usePortal } from '../app-context.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { nameIn, personName } from '../names.ts'
import { groupSlips, isCode, type PaperSlip } from './group-slips.ts'
import { useSlipTexts } from './use-slip-texts.ts'
import { useSlips } from './use-slips.ts'
import { PageHead } from '../../ui/record/PageHead.tsx'

/** First passwords as slips to cut out, each class on its own sheets. They cannot be shown again: without a print, closing asks. */
export function SlipsPage({ slips }: { slips: readonly PaperSlip[] }) {
  const t = useSlipTexts()
  const language = useLanguage()
  const { close } = useSlips()
  const [isPrinted, setPrinted] = useState(false)
  const [asks, setAsks] = useState(false)
  const title = t(slips.every(isCode) ? 'codes' : 'passwords')
  const head = useRef<HTMLDivElement>(null)
  const groups = groupSlips(slips)

  useEffect(() => head.current?.querySelector('h1')?.focus(), [])
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
      <div ref={head} className="app-slips__head">
        <PageHead title={title} hint={t('count', { count: slips.length })}>
          <Button kind="primary" icon={Printer} onClick={() => print()}>
            {t('print')}
          </Button>
          <Button onClick={() => (isPrinted ? close() : setAsks(true))}>{t('close')}</Button>
        </PageHead>
        <p className="app-notice">
          <span>{t('once')}</span>
        </p>
      </div>
      {groups.map(({ place, slips: own }) => (
        <section
          key={place?.name ?? ''}
          className="app-slips__group"
          aria-label={place ? nameIn(place, language) : t('noPlace')}
        >
          <h2>{place ? nameIn(place, language) : t('noPlace')}</h2>
          <ul className="app-slips__list">
            {own.map((slip) => (
              <SlipCard key={`${isCode(slip) ? 'code' : slip.kind}/${slip.id}`} slip={slip} />
            ))}
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

function SlipCard({ slip }: { slip: PaperSlip }) {
  const t = useSlipTexts()
  const language = useLanguage()
  const { user } = usePortal()
  const address = isCode(slip) ? `${location.host}/join` : location.host
  const name = personName(slip, language)
  const typed = isCode(slip)
    ? ([['code', slip.guardianCode]] as const)
    : ([
        ['loginName', slip.loginName],
        ['password', slip.password],
      ] as const)
  return (
    <li className="app-slip">
      <div className="app-slip__text">
        <p className="app-slip__school">{language === 'en' ? user.unitEnName || user.unitName : user.unitName}</p>
        <p className="app-slip__name">
          {isCode(slip) ? t('guardiansOf', { name }) : name}
          {slip.place && <span>{nameIn(slip.place, language)}</span>}
        </p>
        <dl>
          <div>
            <dt>{t('address')}</dt>
            <dd>{address}</dd>
          </div>
          {typed.map(([label, value]) => (
            <div key={label}>
              <dt>{t(label)}</dt>
              <dd className="app-slip__typed">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="app-slip__hint">
          {isCode(slip) ? t('codeUse', { count: GUARDIAN_CODE_USES, days: GUARDIAN_CODE_DAYS }) : t('change')}
        </p>
      </div>
      <QrCode
        text={isCode(slip) ? `${location.origin}/join#${slip.guardianCode}` : location.origin}
        label={t('qr', { address })}
      />
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
