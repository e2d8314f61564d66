import Microphone from '@phosphor-icons/core/regular/microphone.svg?react'
import Pencil from '@phosphor-icons/core/regular/pencil-simple.svg?react'
import Plus from '@phosphor-icons/core/regular/plus.svg?react'
import Trash from '@phosphor-icons/core/regular/trash.svg?react'
import { useState } from 'react'
import {
  addPhrases,
  PHRASE_LENGTH,
  PHRASES_MAX,
  removePhrases,
  type StoredPhrase,
  type Vocabulary,
} from '../../../contract/endpoints/voice-settings.ts'
import { foldText } from '../../../contract/rules/text/fold-text.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Button, IconButton } from '../../../src/app/ui/Button.tsx'
import { NoData } from '../../../src/app/ui/feedback/NoData.tsx'
import { useLocale } from '../portal-context.ts'
import { SearchBox } from '../../../src/app/ui/list/SearchBox.tsx'
import { EntryRow } from '../EntryRow.tsx'
import { ListCard } from '../ListCard.tsx'
import { PasteDialog } from './PasteDialog.tsx'
import { PhraseDialog } from './PhraseDialog.tsx'

/** More are drawn when they are asked for. */
const SHOWN_FIRST = 50

/** What may be said, and what it opens: searched, added one by one or from a table, changed and deleted. */
export function VocabularyCard({ known }: { known: Vocabulary }) {
  const { t, nameOf } = useLocale()
  const [query, setQuery] = useState('')
  const [isWhole, setWhole] = useState(false)
  /** 'new' and 'paste' are dialogs without a phrase. */
  const [open, setOpen] = useState<StoredPhrase | 'new' | 'paste' | null>(null)
  const call = useCall()
  const remove = useChange(({ phraseId }: StoredPhrase) => call(removePhrases, { phraseIds: [phraseId] }), {
    done: (_, { phrase }) => t('settings.voice.deleted', { name: phrase }),
    failed: ({ phrase }) => t('settings.voice.notDeleted', { name: phrase }),
    undo:
      (_, { phraseId: _id, version: _version, app, permission, ...rest }) =>
      () =>
        call(addPhrases, {
          phrases: [{ ...rest, ...(app !== null && { app }), ...(permission !== null && { permission }) }],
        }),
  })
  const { phrases, applications } = known
  const opensOf = ({ app, url }: StoredPhrase) => {
    const named = applications.find(({ code }) => code === app)
    return app === null ? url : `${named ? nameOf(named) : app}${url && ` ${url}`}`
  }
  const wanted = foldText(query)
  const found = phrases.filter((one) => foldText(`${one.phrase} ${opensOf(one)}`).includes(wanted))
  const shown = isWhole ? found : found.slice(0, SHOWN_FIRST)
  const isFull = phrases.length >= PHRASES_MAX

  return (
    <ListCard
      title={t('settings.voice.vocabulary')}
      hint={t('settings.voice.vocabularyHint')}
      action={
        <div className="k-buttons">
          <Button icon={Plus} kind="primary" needsNetwork disabled={isFull} onClick={() => setOpen('new')}>
            {t('settings.voice.add')}
          </Button>
          <Button needsNetwork disabled={isFull} onClick={() => setOpen('paste')}>
            {t('settings.voice.paste')}
          </Button>
        </div>
      }
    >
      {open === 'paste' && <PasteDialog known={known} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'paste' && (
        <PhraseDialog of={open === 'new' ? null : open} applications={applications} onClose={() => setOpen(null)} />
      )}
      {phrases.length > 0 && (
        <SearchBox
          label={t('settings.voice.search')}
          hint={t('settings.voice.searchHint')}
          value={query}
          longest={PHRASE_LENGTH}
          onSearch={setQuery}
        />
      )}
      <p className="k-field__hint" role="status">
        {t('settings.voice.count', { count: found.length, most: PHRASES_MAX })}
      </p>
      {found.length === 0 ? (
        <NoData
          title={t(phrases.length === 0 ? 'settings.voice.none' : 'settings.voice.nothing')}
          hint={t(phrases.length === 0 ? 'settings.voice.noneHint' : 'settings.voice.nothingHint')}
        />
      ) : (
        <ul aria-label={t('settings.voice.vocabulary')}>
          {shown.map((one) => (
            <EntryRow
              key={one.phraseId}
              as="li"
              glyph={Microphone}
              name={<span lang={one.language}>{one.phrase}</span>}
              details={[
                opensOf(one),
                t(`settings.language.${one.language}`),
                ...(one.userTypes.length > 0 ? [one.userTypes.map((type) => t(`types.${type}`)).join(t('comma'))] : []),
                ...(one.permission === null ? [] : [t('settings.voice.permission', { code: one.permission })]),
              ]}
            >
              <IconButton
                svg={Pencil}
                label={t('action.editNamed', { name: one.phrase })}
                needsNetwork
                onClick={() => setOpen(one)}
              />
              <IconButton
                svg={Trash}
                label={t('action.deleteNamed', { name: one.phrase })}
                needsNetwork
                onClick={() => remove.mutate(one)}
              />
            </EntryRow>
          ))}
        </ul>
      )}
      {shown.length < found.length && (
        <div>
          <Button onClick={() => setWhole(true)}>{t('settings.voice.all', { count: found.length })}</Button>
        </div>
      )}
    </ListCard>
  )
}
