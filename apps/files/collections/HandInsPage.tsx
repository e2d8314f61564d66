import Plus from '@phosphor-icons/core/bold/plus-bold.svg?react'
import TrayLarge from '@phosphor-icons/core/duotone/tray-arrow-down-duotone.svg?react'
import Tray from '@phosphor-icons/core/regular/tray-arrow-down.svg?react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { AskedHandIn, MadeHandIn } from '../../../contract/endpoints/storage/collections.ts'
import { HAND_IN_YEARS } from '../../../contract/limits.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { EmptyState } from '../../../src/app/ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { CardRow, Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { useTexts } from '../portal.ts'
import { placePath } from '../sharing/places.ts'
import { nameIn } from '../sharing/receivers.tsx'
import { STATE_KINDS, stateOf } from './hand-in-state.ts'
import { HandInDialog } from './HandInDialog.tsx'
import { ProgressLine } from './ProgressLine.tsx'
import { RemovedHandIns } from './RemovedHandIns.tsx'
import { useHandIns, useRenewHandIns } from './use-hand-ins.ts'

/** What the caller asks classes to hand in, and what is asked of the caller. */
export function HandInsPage() {
  const t = useTexts()
  const mayAsk = usePermitted('files_collect')
  const query = useHandIns()
  const renew = useRenewHandIns()
  const go = useNavigate()
  const [asking, setAsking] = useState(false)
  const button = (
    <Button kind="primary" icon={Plus} data-action="new-hand-in" needsNetwork onClick={() => setAsking(true)}>
      {t('handIns.new')}
    </Button>
  )
  return (
    <>
      <PageHead title={t('places.handIns')} hint={t(mayAsk ? 'handIns.aboutTeacher' : 'handIns.aboutPupil')}>
        {mayAsk && (query.data?.made.length ?? 0) > 0 && button}
      </PageHead>
      <Loaded query={query} lines={6}>
        {({ made, asked, removed }) =>
          made.length + asked.length + removed.length === 0 ? (
            <div className="app-card f-place-empty">
              <EmptyState
                picture={<Icon svg={TrayLarge} size={96} />}
                title={t('handIns.empty')}
                hint={t(mayAsk ? 'handIns.emptyTeacher' : 'handIns.emptyPupil')}
                {...(mayAsk && { action: button })}
              />
            </div>
          ) : (
            <>
              {asked.length > 0 && (
                <section className="app-card f-place-card" aria-label={t('handIns.asked')}>
                  <ul>
                    {asked.map((one) => (
                      <AskedRow key={`${one.id} ${one.student.studentId}`} asked={one} />
                    ))}
                  </ul>
                </section>
              )}
              {made.length > 0 && (
                <section className="app-card f-place-card" aria-label={t('handIns.made')}>
                  <ul>
                    {made.map((one) => (
                      <MadeRow key={one.id} made={one} />
                    ))}
                  </ul>
                </section>
              )}
              {removed.length > 0 && <RemovedHandIns removed={removed} />}
              {mayAsk && <p className="f-place-soft">{t('handIns.kept', { years: HAND_IN_YEARS })}</p>}
            </>
          )
        }
      </Loaded>
      {asking && (
        <HandInDialog
          handIn={null}
          onClose={() => setAsking(false)}
          onSaved={(id) => {
            void renew()
            void go(placePath({ page: 'hand-ins', id }))
          }}
        />
      )}
    </>
  )
}

function MadeRow({ made }: { made: MadeHandIn }) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <CardRow
      glyph={Tray}
      title={
        <>
          <Link to={placePath({ page: 'hand-ins', id: made.id })}>{made.title}</Link>
          {made.closedAt !== null && (
            <>
              {' '}
              <Tag>{t('handIns.states.closed')}</Tag>
            </>
          )}
        </>
      }
      facts={
        <>
          <span>{nameIn(language, made.class)}</span>
          <span>{t('handIns.due', { at: formatDateTime(made.dueAt, language) })}</span>
        </>
      }
      more={<ProgressLine made={made} />}
    />
  )
}

function AskedRow({ asked }: { asked: AskedHandIn }) {
  const t = useTexts()
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  const state = stateOf(asked, now)
  const kind = STATE_KINDS[state]
  return (
    <CardRow
      glyph={Tray}
      title={
        <>
          <Link to={placePath({ page: 'hand-ins', id: asked.id })}>{asked.title}</Link>{' '}
          <Tag {...(kind && { kind })}>{t(`handIns.states.${state}`)}</Tag>
        </>
      }
      facts={
        <>
          {!asked.student.isSelf && <span>{nameIn(language, asked.student)}</span>}
          {asked.author && (
            <span>{nameIn(language, { name: asked.author.realName, englishName: asked.author.englishName })}</span>
          )}
          <span>{t('handIns.due', { at: formatDateTime(asked.dueAt, language) })}</span>
        </>
      }
    />
  )
}
