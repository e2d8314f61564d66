import Plus from '@phosphor-icons/core/bold/plus-bold.svg?react'
import TrayLarge from '@phosphor-icons/core/duotone/tray-arrow-down-duotone.svg?react'
import Tray from '@phosphor-icons/core/regular/tray-arrow-down.svg?react'
import { useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { listHandIns, type AskedHandIn, type MadeHandIn } from '../../../contract/endpoints/storage/collections.ts'
import { HAND_IN_YEARS } from '../../../contract/limits.ts'
import { nameIn, personName } from '../../../src/app/micro-apps/names.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { formatDateTime } from '../../../src/app/ui/format/format.ts'
import { CardRow, Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { EmptyCard } from '../EmptyCard.tsx'
import { useTexts } from '../portal.ts'
import { placePath } from '../sharing/places.ts'
import { STATE_KINDS, stateOf } from './hand-in-state.ts'
import { HandInDialog } from './HandInDialog.tsx'
import { ProgressLine } from './ProgressLine.tsx'
import { RemovedHandIns } from './RemovedHandIns.tsx'

/** What the caller asks classes to hand in, and what is asked of the caller. */
export function HandInsPage() {
  const t = useTexts()
  const mayAsk = usePermitted('files_collect')
  const query = useEndpoint(listHandIns, {}, { onFocus: true })
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
            <EmptyCard
              glyph={TrayLarge}
              title={t('handIns.empty')}
              hint={t(mayAsk ? 'handIns.emptyTeacher' : 'handIns.emptyPupil')}
              {...(mayAsk && { action: button })}
            />
          ) : (
            <>
              {asked.length > 0 && (
                <List label={t('handIns.asked')}>
                  {asked.map((one) => (
                    <AskedRow key={`${one.id} ${one.student.studentId}`} asked={one} />
                  ))}
                </List>
              )}
              {made.length > 0 && (
                <List label={t('handIns.made')}>
                  {made.map((one) => (
                    <MadeRow key={one.id} made={one} />
                  ))}
                </List>
              )}
              {removed.length > 0 && <RemovedHandIns removed={removed} />}
              {mayAsk && <p className="k-soft">{t('handIns.kept', { years: HAND_IN_YEARS })}</p>}
            </>
          )
        }
      </Loaded>
      {asking && (
        <HandInDialog
          handIn={null}
          onClose={() => setAsking(false)}
          onSaved={(id) => void go(placePath({ page: 'hand-ins', id }))}
        />
      )}
    </>
  )
}

function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="app-card f-place-card" aria-label={label}>
      <ul>{children}</ul>
    </section>
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
          <span>{nameIn(made.class, language)}</span>
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
  return (
    <CardRow
      glyph={Tray}
      title={
        <>
          <Link to={placePath({ page: 'hand-ins', id: asked.id })}>{asked.title}</Link>{' '}
          <Tag kind={STATE_KINDS[state]}>{t(`handIns.states.${state}`)}</Tag>
        </>
      }
      facts={
        <>
          {!asked.student.isSelf && <span>{nameIn(asked.student, language)}</span>}
          {asked.author && <span>{personName(asked.author, language)}</span>}
          <span>{t('handIns.due', { at: formatDateTime(asked.dueAt, language) })}</span>
        </>
      }
    />
  )
}
