import './palette.css'
import '../desktop-texts.ts'
import Glass from '@phosphor-icons/core/regular/magnifying-glass.svg?react'
import Close from '@phosphor-icons/core/regular/x.svg?react'
import FileIcon from '@phosphor-icons/core/regular/arrow-elbow-down-right.svg?react'
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_LENGTH, type Person } from '../../../../../contract/endpoints/desktop/desktop-search.ts'
import type { SessionUser } from '../../../../../contract/endpoints/sign-in/session.ts'
import { normalizeQuery } from '../../../../../contract/rules/desktop/match-name.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/icons/Icon.tsx'
import { focusNextHeading } from '../../../core/navigation/focus-next-heading.ts'
import { readRecents } from '../recent-apps.ts'
import { useDesktopData } from '../desktop-store.ts'
import { applicationsOf, visibleGroups } from '../visible-icons.ts'
import { PaletteOption } from './PaletteOption.tsx'
import {
  listSections,
  targetsOf,
  type Entry,
  type PaletteAction,
  type PersonAction,
  type SearchPage,
} from './search.ts'
import type { PlaceTools } from './place.ts'
import { useActions, usePlaces } from './use-actions.ts'
import { usePeople, useSearchIndex } from './palette-queries.ts'
import { ADMINISTRATION, ATTENDANCE, useOpenEntry } from './use-open-entry.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { usePermitted } from '../../../ui/layout/Permitted.tsx'
import { useOnline } from '../../../core/connectivity/use-online.ts'

/**
 * Finds applications, pages and actions of the portal and people, in Chinese, pinyin and English. The field keeps the focus; arrow keys choose, Enter
 * opens, Escape closes.
 */
export default function SearchPalette({
  user,
  mobile,
  pages,
  voice,
  tools,
  onDialog,
  onClose,
}: {
  user: SessionUser
  mobile: boolean
  /** Of the open application. */
  pages: readonly SearchPage[]
  /** The button of the voice assistant. */
  voice: ReactNode
  tools: PlaceTools
  /** Opens one of the frame's dialogs. */
  onDialog: (dialog: 'logout' | 'messages' | 'theme') => void
  onClose: () => void
}) {
  const { t } = useTranslation('desktop')
  const language = useLanguage()
  const online = useOnline()
  const { t: common } = useTranslation('common')
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const ids = useId()
  const actions = useActions(user, onDialog)
  const platform = mobile ? 'mobile' : 'pc'
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const query = normalizeQuery(typed)
  const shown = useDesktopData()
  const people = usePeople(query, online)
  const index = useSearchIndex()
  const [recents] = useState(() => readRecents(platform, user.userId))
  const icons = useMemo(() => (shown ? targetsOf(applicationsOf(visibleGroups(shown.icons))) : []), [shown])
  const codes = useMemo(() => new Set(icons.map(({ code }) => code)), [icons])
  const places = usePlaces(user, codes, tools)
  const mayAdminister = usePermitted('base_people') && codes.has(ADMINISTRATION)
  const mayAttend = codes.has(ATTENDANCE)
  const actionsOf = useCallback(
    ({ attendanceGroup, mayWrite }: Person): PersonAction[] => [
      ...(mayAdminister ? (['page'] as const) : []),
      ...(mayAttend && attendanceGroup !== null ? (['attendance'] as const) : []),
      ...(mayWrite ? (['write'] as const) : []),
      'copy',
    ],
    [mayAdminister, mayAttend],
  )
  const here = useMemo(() => pages.map(pageAction), [pages])
  const sections = useMemo(
    () =>
      listSections({ query, here, icons, recents, actions, places, people: people.list, actionsOf, index, language }),
    [query, here, icons, recents, actions, places, people.list, actionsOf, index, language],
  )
  const entries = sections.flatMap((section) => section.entries)
  // People arrive later and may be fewer than before.
  const at = Math.min(chosen, entries.length - 1)
  const active = entries[at]

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing restores the focus; removing an open dialog would not.
    return () => element?.close()
  }, [])

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another query has another list, be the place the same
  }, [at, query])

  const openEntry = useOpenEntry(user, platform)
  const choose = (entry: Entry) => {
    focusNextHeading()
    onClose()
    openEntry(entry)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && active) choose(active)
    else if (event.key === 'ArrowDown' && entries.length > 0) setChosen((at + 1) % entries.length)
    else if (event.key === 'ArrowUp' && entries.length > 0) setChosen((at - 1 + entries.length) % entries.length)
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className="c-palette"
      aria-label={t('palette.title')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a press beside it; Escape does the same by keyboard
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="k-raised c-palette__card">
        <div className="c-palette__field">
          <Icon svg={Glass} />
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened on request
            autoFocus
            type="text"
            role="combobox"
            aria-label={t('palette.title')}
            aria-expanded={entries.length > 0}
            aria-controls={`${ids}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active ? `${ids}-${active.key}` : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={SEARCH_LENGTH}
            placeholder={t('palette.placeholder')}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setChosen(0)
            }}
            onKeyDown={onKeyDown}
          />
          {people.status === 'searching' && <span className="k-spinner" aria-hidden="true" />}
          {voice}
          <IconButton label={common('close')} svg={Close} onClick={onClose} />
        </div>
        <div ref={list} className="c-palette__list" id={`${ids}-list`} role="listbox" aria-label={t('palette.title')}>
          {sections.map(({ id, entries: own }) => (
            <div key={id} role="group" aria-labelledby={`${ids}-${id}`}>
              <div className="c-palette__heading" id={`${ids}-${id}`} role="presentation">
                {t(`palette.${id}`)}
              </div>
              {own.map((entry) => (
                <PaletteOption
                  key={entry.key}
                  entry={entry}
                  id={`${ids}-${entry.key}`}
                  active={entry === active}
                  language={language}
                  onPoint={() => setChosen(entries.indexOf(entry))}
                  onChoose={() => choose(entry)}
                />
              ))}
            </div>
          ))}
        </div>
        {entries.length === 0 && people.status !== 'searching' && (
          <div className="c-palette__empty">
            <p>{t('palette.nothing', { query: typed.trim() })}</p>
            <p>{t('palette.nothingHint')}</p>
          </div>
        )}
        {query !== '' && !online && <p className="c-palette__note">{t('palette.offline')}</p>}
        {people.status === 'failed' && <p className="c-palette__note">{t('palette.peopleFailed')}</p>}
        <p className="c-palette__keys" aria-hidden="true">
          {t('palette.keys')}
        </p>
        <p className="visually-hidden" role="status">
          {people.status === 'searching' ? t('palette.searching') : t('palette.results', { count: entries.length })}
        </p>
      </div>
    </dialog>
  )
}

function pageAction({ label, run }: SearchPage, at: number): PaletteAction {
  return { id: `here-${at}`, label, glyph: FileIcon, words: [], chinese: '', pinyin: '', run }
}
