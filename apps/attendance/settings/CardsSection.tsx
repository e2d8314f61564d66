import MagnifyingGlass from '@phosphor-icons/core/regular/magnifying-glass.svg?react'
import { useState } from 'react'
import { removeCard, setCard, type CardHolder, cards } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { LoadMoreList } from '../../../src/app/ui/layout/LoadMore.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { Skeleton } from '../../../src/app/ui/feedback/Skeleton.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { Problem, StaleNotice } from '../Loaded.tsx'
import { personName, groupOf } from '../name-in.ts'
import { useLanguage, usePortal, useTexts } from '../portal-context.ts'
import { useChange } from '../use-change.ts'
import { CardDialog } from './CardDialog.tsx'
import { EntryRow } from './EntryRow.tsx'
import { SettingsSection } from './SettingsSection.tsx'
import IdentificationCard from '@phosphor-icons/core/regular/identification-card.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useSend } from '../use-endpoint.ts'
import { usePages } from '../use-pages.ts'

export function CardsSection() {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  return (
    <SettingsSection title={t('settings.part.cards')} hint={t('cards.hint')}>
      <form
        className="at-search"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setName(typed.trim())
        }}
      >
        <TextField
          type="search"
          label={t('cards.search')}
          error=""
          maxLength={64}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            // Clearing the field shows all people again.
            if (event.currentTarget.value === '') setName('')
          }}
        />
        <Button type="submit" icon={MagnifyingGlass}>
          {t('cards.find')}
        </Button>
      </form>
      <Holders name={name} />
    </SettingsSection>
  )
}

function Holders({ name }: { name: string }) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const { change } = useChange()
  const send = useSend()
  const query = usePages<CardHolder>({
    queryKey: [cards.name, name],
    async read(signal, page) {
      const request = name === '' ? { page } : { name, page }
      const { total, people } = await portal.call(cards, request, { signal, quiet: true })
      return { total, items: people }
    },
    keyOf: ({ kind, id }) => `${kind} ${id}`,
  })
  const { data: found, end } = query
  const [giving, setGiving] = useState<CardHolder | null>(null)
  if (found === undefined) {
    if (query.isLoadingError) return <Problem query={query} />
    return <Skeleton lines={6} label={t('loading')} />
  }

  const remove = (holder: CardHolder) => {
    const { kind, id } = holder
    const whose = { name: personName(holder, language) }
    return change({
      work: async () => {
        const { before } = await send(removeCard, { kind, id })
        return before === null ? null : () => send(setCard, { kind, id, number: before })
      },
      done: t('cards.removed', whose),
      failed: t('cards.notRemoved', whose),
    })
  }

  return (
    <>
      <StaleNotice query={query} />
      {found.length === 0 && end === 'done' ? (
        <NoData title={t('cards.none')} hint={t('cards.noneHint')} />
      ) : (
        <LoadMoreList
          label={t('settings.part.cards')}
          items={found}
          keyOf={({ id }) => id}
          status={end}
          onMore={() => void query.fetchNextPage()}
        >
          {(holder) => (
            <CardRow holder={holder} onGive={() => setGiving(holder)} onRemove={() => void remove(holder)} />
          )}
        </LoadMoreList>
      )}
      {giving && <CardDialog holder={giving} onClose={() => setGiving(null)} />}
    </>
  )
}

function CardRow({ holder, onGive, onRemove }: { holder: CardHolder; onGive: () => void; onRemove: () => void }) {
  const t = useTexts()
  const language = useLanguage()
  const name = personName(holder, language)
  const { number, cardEnd } = holder
  return (
    <EntryRow
      glyph={IdentificationCard}
      name={name}
      tags={cardEnd === null ? [] : [{ text: t('cards.ends', { end: cardEnd }), tone: 'good' }]}
      details={[groupOf(holder, language), number]}
    >
      {cardEnd === null ? (
        <Button aria-label={t('cards.giveNamed', { name })} onClick={onGive}>
          {t('cards.give')}
        </Button>
      ) : (
        <>
          <IconButton svg={Pencil} label={t('cards.changeNamed', { name })} onClick={onGive} />
          <IconButton svg={Trash} label={t('cards.removeNamed', { name })} onClick={onRemove} />
        </>
      )}
    </EntryRow>
  )
}
