import { useState } from 'react'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as attendanceAdmin from '../../../contract/endpoints/attendance/attendance-admin.ts'
import type { CardHolder } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { LoadMoreList } from '../../../src/app/ui/layout/LoadMore.tsx'
import { SearchBox } from '../../../src/app/ui/list/SearchBox.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { CardDialog } from './CardDialog.tsx'
import { EntryRow } from '../EntryRow.tsx'
import { ListCard } from '../ListCard.tsx'
import IdentificationCard from '@phosphor-icons/core/regular/identification-card.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { usePages } from '../../../src/app/micro-apps/use-pages.ts'
import { useLocale, useTexts } from '../portal-context.ts'

/** Of the search, in characters. */
const SEARCH_LENGTH = 64

export function CardsSection() {
  const t = useTexts()
  const [name, setName] = useState('')
  const search = t('attendance.cards.search')
  return (
    <ListCard title={t('attendance.part.cards')} hint={t('attendance.cards.hint')}>
      <SearchBox label={search} hint={search} value={name} longest={SEARCH_LENGTH} onSearch={setName} />
      <Holders name={name} />
    </ListCard>
  )
}

function Holders({ name }: { name: string }) {
  const { t, personName } = useLocale()
  const [shown, show] = useState<'all' | 'lacking'>('all')
  const [counts, setCounts] = useState<ResponseOf<typeof attendanceAdmin.cards>['counts'] | null>(null)
  const call = useCall()
  const request = { ...(name !== '' && { name }), ...(shown === 'lacking' && { lacking: true }) }
  const query = usePages(attendanceAdmin.cards, request, {
    read({ counts: now, total, people }) {
      setCounts(now)
      return { total, items: people }
    },
    keyOf: ({ kind, id }: CardHolder) => `${kind} ${id}`,
  })
  const { end } = query
  const [giving, setGiving] = useState<CardHolder | null>(null)
  const remove = useChange(({ kind, id }: CardHolder) => call(attendanceAdmin.removeCard, { kind, id }), {
    done: (_, holder) => t('attendance.cards.removed', { name: personName(holder) }),
    failed: (holder) => t('attendance.cards.notRemoved', { name: personName(holder) }),
    undo: ({ before: number }, { kind, id }) =>
      number === null ? null : () => call(attendanceAdmin.setCard, { kind, id, number }),
  })

  return (
    <>
      {counts && (
        <Segments
          label={t('attendance.cards.show')}
          labelled="unseen"
          options={(['all', 'lacking'] as const).map((value) => ({
            value,
            label: t(`attendance.cards.${value}`, { count: counts[value] }),
          }))}
          value={shown}
          onChange={show}
        />
      )}
      <Loaded query={query} lines={6}>
        {(found) =>
          found.length === 0 && end === 'done' ? (
            shown === 'lacking' && counts !== null && counts.all > 0 ? (
              <NoData title={t('attendance.cards.nobodyLacks')} hint={t('attendance.cards.nobodyLacksHint')} />
            ) : (
              <NoData title={t('attendance.cards.none')} hint={t('attendance.cards.noneHint')} />
            )
          ) : (
            <LoadMoreList
              label={t('attendance.part.cards')}
              items={found}
              keyOf={({ id }) => id}
              status={end}
              onMore={() => void query.fetchNextPage()}
            >
              {(holder) => (
                <CardRow holder={holder} onGive={() => setGiving(holder)} onRemove={() => remove.mutate(holder)} />
              )}
            </LoadMoreList>
          )
        }
      </Loaded>
      {giving && <CardDialog holder={giving} onClose={() => setGiving(null)} />}
    </>
  )
}

function CardRow({ holder, onGive, onRemove }: { holder: CardHolder; onGive: () => void; onRemove: () => void }) {
  const { t, personName, language } = useLocale()
  const name = personName(holder)
  const { number, cardEnd, groupName, groupEnglishName } = holder
  return (
    <EntryRow
      glyph={IdentificationCard}
      name={name}
      tags={cardEnd === null ? [] : [{ text: t('attendance.cards.ends', { end: cardEnd }), tone: 'good' }]}
      details={[language === 'en' ? groupEnglishName || groupName : groupName, number]}
    >
      {cardEnd === null ? (
        <Button aria-label={t('attendance.cards.giveNamed', { name })} onClick={onGive}>
          {t('attendance.cards.give')}
        </Button>
      ) : (
        <>
          <IconButton svg={Pencil} label={t('attendance.cards.changeNamed', { name })} onClick={onGive} />
          <IconButton svg={Trash} label={t('attendance.cards.removeNamed', { name })} onClick={onRemove} />
        </>
      )}
    </EntryRow>
  )
}
