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
import { Fact, Facts } from '../../../src/app/ui/record/Facts.tsx'
import { personName } from '../name-in.ts'
import { useTexts } from '../portal-context.ts'
import { RequestCard } from '../requests/RequestCard.tsx'
import { RequestList } from '../requests/RequestList.tsx'
import { SetTimeDialog } from './SetTimeDialog.tsx'
import { useMoment } from './use-moment.ts'

const keyOf = ({ uncertainId }: UncertainTime) => uncertainId

/** Clock-ins whose time their station could not tell: the open ones first. */
export default function UncertainList() {
  const t = useTexts()
  const pages = usePages(uncertainTimes, {}, { read: ({ total, uncertain }) => ({ total, items: uncertain }), keyOf })
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
    <RequestCard
      person={person}
      state={state === 'open' ? 'uncertain' : state}
      what={
        one.placedAt === null
          ? t(`way.${direction}`)
          : t('uncertain.placed', { way: t(`way.${direction}`), moment: moment(one.placedAt) })
      }
      decidedBy={one.decidedBy}
      details={
        <Facts>
          <Fact label={t('uncertain.station')}>
            {t('uncertain.by', { station: stationName, source: t(`source.${source}`) })}
          </Fact>
          <Fact label={t('uncertain.earliest')}>{moment(earliest)}</Fact>
          <Fact label={t('uncertain.latest')}>{moment(latest)}</Fact>
          <Fact label={t('uncertain.clock')}>{moment(clockAt)}</Fact>
        </Facts>
      }
    >
      {state === 'open' && (
        <>
          <Button kind="primary" icon={ClockIcon} aria-label={t('uncertain.setNamed', { name })} onClick={onSet}>
            {t('uncertain.set')}
          </Button>
          <Button
            aria-label={t('uncertain.discardNamed', { name })}
            onClick={() => discard.mutate({ uncertainId, when: null })}
          >
            {t('uncertain.discard')}
          </Button>
        </>
      )}
    </RequestCard>
  )
}
