import Check from '@phosphor-icons/core/bold/check-circle-bold.svg?react'
import ClockIcon from '@phosphor-icons/core/bold/clock-countdown-bold.svg?react'
import Warning from '@phosphor-icons/core/bold/warning-circle-bold.svg?react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../../contract/envelope.ts'
import { errorText, isErrorCode } from '../../../../contract/error-texts.ts'
import { Icon, type SvgComponent } from '../../ui/icons/Icon.tsx'
import type { Result } from './show-result.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { nameIn, personName } from '../../micro-apps/names.ts'
import { formatTime } from '../../ui/format/calendar.ts'

const SIZE = 56

type Recorded = Extract<Result, { kind: 'recorded' }>['delivered']

/**
 * Shows the outcome of a capture, readable from three metres and announced to screen readers. Lies over the camera, or the clock at a station without
 * one, so that the next person can press the keys meanwhile.
 */
export function ResultBanner({ result, timeZone }: { result: Result | null; timeZone: string }) {
  const { t } = useTranslation('station')
  const language = useLanguage()
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone the keys are further down than the camera.
    if (result) banner.current?.scrollIntoView({ block: 'nearest' })
  }, [result])
  return (
    <div
      ref={banner}
      className="station-result"
      role="status"
      aria-label={t('result.title')}
      data-tone={result ? toneOf(result) : undefined}
    >
      {result && content(result)}
    </div>
  )

  function content(shown: Result) {
    const [svg, name, more] = describe(shown)
    return (
      <>
        <Icon svg={svg} size={SIZE} />
        <p className="station-result__name">{name}</p>
        <p className="station-result__more">{more}</p>
      </>
    )
  }

  function describe(shown: Result): [svg: SvgComponent, name: string, more: string] {
    switch (shown.kind) {
      case 'recorded': {
        const name = personName(shown.delivered, language)
        return [toneOf(shown) === 'good' ? Check : Warning, name, sayRecorded(shown.delivered)]
      }
      case 'uncertain':
        return [ClockIcon, personName(shown.delivered, language), t(`result.uncertain.${shown.delivered.direction}`)]
      case 'kept':
        return [ClockIcon, t(`result.kept.${shown.direction}`), t('result.keptHint')]
      case 'refused': {
        // A station cannot offer the password instead.
        const why = shown.code === 'face.unknown' ? t('result.unknownFace') : textOf(shown.code, language)
        return [Warning, t('result.refused'), why]
      }
    }
  }

  function sayRecorded({ direction, at, status, minutes, ...group }: Recorded) {
    const name = nameIn({ name: group.groupName, englishName: group.groupEnglishName }, language)
    const said = t(`result.${direction}`, { time: formatTime(at, timeZone, language), group: name })
    if (status === 'late') return `${said} · ${t('result.late', { count: minutes })}`
    if (status === 'early') return `${said} · ${t('result.early', { count: minutes })}`
    return said
  }
}

/** Late and early are amber, though recorded. */
export function toneOf(result: Result): 'good' | 'warning' | 'bad' | 'kept' {
  if (result.kind === 'refused') return 'bad'
  if (result.kind === 'kept' || result.kind === 'uncertain') return 'kept'
  const { status } = result.delivered
  return status === 'late' || status === 'early' ? 'warning' : 'good'
}

function textOf(code: string, language: Language): string {
  return errorText(isErrorCode(code) ? code : 'server.internal', language)
}
