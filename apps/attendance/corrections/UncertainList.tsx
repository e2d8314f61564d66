import CheckCircle from '@phosphor-icons/core/fill/check-circle-fill.svg?react'
import Hourglass from '@phosphor-icons/core/fill/hourglass-medium-fill.svg?react'
import XCircle from '@phosphor-icons/core/fill/x-circle-fill.svg?react'
import ClockIcon from '@phosphor-icons/core/regular/clock.svg?react'
import { useState } from 'react'
import {
  decideUncertain,
  reopenUncertain,
  uncertainTimes,
  type UncertainTime,
} from '../../../contract/endpoints/attendance/attendance.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { usePages } from '../../../src/app/micro-apps/use-pages.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { Fact, Facts } from '../../../src/app/ui/record/Facts.tsx'
import { groupOf, personName } from '../name-in.ts'
import { usePortal, useTexts } from '../portal-context.ts'
import { RequestList } from '../requests/RequestList.tsx'
import { DecidedBy } from './CorrectionParts.tsx'
import { SetTimeDialog } from './SetTimeDialog.tsx'
import { useMoment } from './use-moment.ts'

const keyOf = ({ uncertainId }: UncertainTime) => uncertainId

/** Clock-ins whose time their station could not tell: the open ones first. */
export default function UncertainList() {
  const t = useTexts()
  const portal = usePortal()
  const pages = usePages<UncertainTime>({
    queryKey: [uncertainTimes.name],
    async read(signal, page) {
      const response = await portal.call(uncertainTimes, { page }, { signal, quiet: true })
      return { total: response.total, items: response.uncertain }
    },
    keyOf,
  })
  const [setting, setSetting] = useState<UncertainTime | null>(null)

  return (
    <>
      <RequestList
        of={pages}
        label={t('correction.view.uncertain')}
        none={{ title: t('uncertain.none'), hint: t('uncertain.noneHint') }}
        about={t('uncertain.about')}
        keyOf={keyOf}
      >
        {(one) => <UncertainCard one={one} onSet={() => setSetting(one)} />}
      </RequestList>
      {setting && <SetTimeDialog one={setting} onClose={() => setSetting(null)} />}
    </>
  )
}

const LOOKS = {
  open: ['warning', Hourglass],
  placed: ['good', CheckCircle],
  discarded: ['quiet', XCircle],
} as const

function UncertainState({ state }: { state: UncertainTime['state'] }) {
  const t = useTexts()
  const [tone, glyph] = LOOKS[state]
  return (
    <span className="at-badge" data-tone={tone}>
      <Icon svg={glyph} size={16} />
      <span>{t(`uncertain.state.${state}`)}</span>
    </span>
  )
}

function UncertainCard({ one, onSet }: { one: UncertainTime; onSet: () => void }) {
  const t = useTexts()
  const language = useLanguage()
  const moment = useMoment()
  const call = useCall()
  const { uncertainId, person, direction, source, stationName, clockAt, earliest, latest, state } = one
  const name = personName(person, language)

  const discard = useChange(decideUncertain, {
    done: t('uncertain.discarded', { name }),
    failed: t('uncertain.notDecided'),
    undo: () => () => call(reopenUncertain, { uncertainId }),
  })

  return (
    <article className="app-card at-ask">
      <div className="at-ask__head">
        <h2 tabIndex={-1}>{name}</h2>
        <span className="at-soft">{groupOf(person, language)}</span>
        <UncertainState state={state} />
      </div>
      <p className="at-what">
        {one.placedAt === null
          ? t(`way.${direction}`)
          : t('uncertain.placed', { way: t(`way.${direction}`), moment: moment(one.placedAt) })}
      </p>
      <Facts>
        <Fact label={t('uncertain.station')}>
          {t('uncertain.by', { station: stationName, source: t(`source.${source}`) })}
        </Fact>
        <Fact label={t('uncertain.earliest')}>{moment(earliest)}</Fact>
        <Fact label={t('uncertain.latest')}>{moment(latest)}</Fact>
        <Fact label={t('uncertain.clock')}>{moment(clockAt)}</Fact>
      </Facts>
      <DecidedBy decidedBy={one.decidedBy} note="" />
      {state === 'open' && (
        <div className="at-row">
          <Button kind="primary" icon={ClockIcon} aria-label={t('uncertain.setNamed', { name })} onClick={onSet}>
            {t('uncertain.set')}
          </Button>
          <Button
            aria-label={t('uncertain.discardNamed', { name })}
            onClick={() => discard.mutate({ uncertainId, when: null })}
          >
            {t('uncertain.discard')}
          </Button>
        </div>
      )}
    </article>
  )
}
