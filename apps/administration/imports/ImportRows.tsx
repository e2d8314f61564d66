import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import * as imports from '../../../contract/endpoints/people/imports.ts'
import type { ImportRow, ImportSummary, ROW_ACTIONS } from '../../../contract/endpoints/people/imports.ts'
import { IMPORT_DAYS, IMPORT_PAGE } from '../../../contract/limits.ts'
import { importProblems, isImportProblem, remarkText } from '../../../contract/rules/imports/import-problems.ts'
import { importWarnings, isImportWarning } from '../../../contract/rules/imports/import-warnings.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useLanguage } from '../../../src/app/core/language/use-language.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { Button } from '../../../src/app/ui/Button.tsx'
import { SwitchField } from '../../../src/app/ui/fields/SwitchField.tsx'
import { formatFullDay } from '../../../src/app/ui/format/calendar.ts'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useKeptFocus } from '../../../src/app/ui/use-kept-focus.ts'
import { useTexts, type TextKey } from '../portal-context.ts'
import { countRows, tellCounts } from './import-counts.ts'
import { NextPage } from './NextPage.tsx'
import { changesOf } from './row-values.ts'
import { LinkRow } from '../../../src/app/ui/layout/LinkRow.tsx'
import { Card } from '../../../src/app/ui/record/Card.tsx'

/** Rows with warnings are listed under what becomes of them as well. */
type Action = (typeof ROW_ACTIONS)[number] | 'warned'

/** What needs a person comes first. */
const ORDER: readonly Action[] = ['error', 'ambiguous', 'left', 'warned', 'new', 'changed', 'deactivated', 'unchanged']
/** Choices that are sent at once. */
const CHOICES_MAX = 500

/** The rows of an import by what becomes of them. */
export function ImportRows({ run }: { run: ImportSummary }) {
  const t = useTexts()
  const [params] = useSearchParams()
  const countOf = (one: Action) => (one === 'warned' ? run.warnings : countRows(run.counts[one]))
  const there = ORDER.filter((one) => countOf(one) > 0)
  const action = there.find((one) => one === params.get('show')) ?? there[0]
  if (!action) return null
  return (
    <>
      <LinkRow className="k-parts" label={t('imports.rows')}>
        {there.map((one) => (
          <Link
            key={one}
            to={{ search: `show=${one}` }}
            replace
            aria-current={one === action ? 'page' : undefined}
            data-action={one}
          >
            {t(`imports.action.${one}`)}
            <span className="ad-import-count">{countOf(one)}</span>
          </Link>
        ))}
      </LinkRow>
      <RowList run={run} action={action} />
    </>
  )
}

function RowList({ run, action }: { run: ImportSummary; action: Action }) {
  const t = useTexts()
  const call = useCall()
  const { importId, counts } = run
  const query = useInfiniteQuery({
    queryKey: [imports.rows.name, { importId, action }],
    queryFn: ({ signal, pageParam }) => call(imports.rows, { importId, action, after: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < IMPORT_PAGE ? undefined : page.at(-1)?.rowNo),
    select: ({ pages }) => pages.flat(),
  })
  const card = useRef<HTMLElement>(null)
  // A row that was chosen for leaves the list, and after the last one another list is shown.
  useKeptFocus(card)
  return (
    <Card
      id="import-rows"
      title={
        action === 'warned'
          ? t('imports.heading.warned', { count: run.warnings })
          : t(`imports.heading.${action}`, { what: tellCounts(counts[action], t) })
      }
      ref={card}
    >
      {action !== 'new' && action !== 'changed' && <p className="ad-soft">{t(`imports.about.${action}`)}</p>}
      <Loaded query={{ ...query, isPlaceholderData: false }} lines={8}>
        {(found) =>
          found.length === 0 ? (
            <p className="ad-soft">{t('imports.rowsGone', { days: IMPORT_DAYS })}</p>
          ) : (
            <>
              {action === 'ambiguous' ? (
                <Choices run={run} found={found} />
              ) : action === 'left' && isOpen(run) ? (
                <LeftRows run={run} found={found} />
              ) : (
                <ul className="ad-import-rows" aria-label={t(`imports.action.${action}`)}>
                  {found.map((row) => (
                    <Row key={row.rowNo} run={run} row={row} />
                  ))}
                </ul>
              )}
              <NextPage query={query} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

/** Where a row stands in the file, and whom or what it is about. */
function RowHead({ row: { kind, userType, sheet, row, name, owner } }: { row: ImportRow }) {
  const t = useTexts()
  const type = userType === 1 || userType === 2 || userType === 3 || userType === 4 ? userType : null
  return (
    <div className="ad-import-row__head">
      <p className="ad-import-row__name">
        {name || t('none')} <Tag>{kind === 'person' && type ? t(`type.${type}`) : t(`imports.rowKind.${kind}`)}</Tag>
      </p>
      {owner && <p className="ad-soft">{t('imports.guardianOf', { name: owner })}</p>}
      <p className="ad-soft">
        {row === 0 ? t('imports.implied') : t(sheet === '' ? 'imports.placeAlone' : 'imports.place', { sheet, row })}
      </p>
    </div>
  )
}

function Row({ run, row }: { run: ImportSummary; row: ImportRow }) {
  const t = useTexts()
  const language = useLanguage()
  const changes = row.action === 'unchanged' || row.action === 'left' ? [] : changesOf(row, t, language)
  const { busy, save } = useChoices(run)
  /** What was chosen for the row, and the button that takes it back. */
  const wayBack = (chosen: TextKey, action: TextKey, named: TextKey, choice: string) =>
    isOpen(run) && (
      <div className="ad-import-back">
        <Tag>{t(chosen)}</Tag>
        <Button
          disabled={busy}
          aria-label={t(named, { name: row.name })}
          onClick={() => save([{ rowNo: row.rowNo, choice }])}
        >
          {t(action)}
        </Button>
      </div>
    )
  return (
    <li className="ad-import-row">
      <RowHead row={row} />
      {row.problems.length > 0 ? (
        <ul className="ad-import-problems">
          {row.problems.map((problem) => (
            <RemarkItem key={`${problem.column} ${problem.code}`} remark={problem} />
          ))}
        </ul>
      ) : (
        changes.length > 0 && (
          <dl className="ad-import-fields">
            {changes.map(({ label, before, after }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {before !== null && (
                    <>
                      <del>
                        <span className="visually-hidden">{t('imports.before')}</span>
                        {before}
                      </del>
                      <span aria-hidden="true"> → </span>
                      <span className="visually-hidden">{t('imports.after')}</span>
                    </>
                  )}
                  {after}
                </dd>
              </div>
            ))}
          </dl>
        )
      )}
      {row.choice !== null &&
        wayBack(
          row.choice === 'new' ? 'imports.choice.new' : 'imports.choice.same',
          'imports.choice.again',
          'imports.choice.againNamed',
          'ask',
        )}
      {row.back && wayBack('imports.left.comesBack', 'imports.left.stay', 'imports.left.stayNamed', 'stay')}
      {row.warnings.length > 0 && (
        <ul className="ad-import-problems ad-import-warnings" aria-label={t('imports.action.warned')}>
          {row.warnings.map((warning, at) => (
            <RemarkItem key={`${warning.column} ${warning.code} ${at}`} remark={warning} />
          ))}
        </ul>
      )}
    </li>
  )
}

function RemarkItem({ remark: { column, value, code, params, message } }: { remark: ImportRow['problems'][number] }) {
  const t = useTexts()
  const language = useLanguage()
  const text = isImportProblem(code) ? importProblems[code] : isImportWarning(code) ? importWarnings[code] : null
  return (
    <li>
      <p>
        <b>{column === '' ? t('imports.wholeRow') : column}</b>
        {value !== '' && <span className="ad-import-value">{value}</span>}
      </p>
      <p className="ad-import-problem">{text ? remarkText(text, params, language === 'en' ? 'en' : 'zh') : message}</p>
    </li>
  )
}

/** Whether its rows can be chosen for. */
const isOpen = ({ status }: ImportSummary) => status === 'ready' || status === 'stale'

/** Sends what was chosen of rows, after which the import is compared again. */
function useChoices({ importId }: ImportSummary) {
  const t = useTexts()
  const call = useCall()
  const { isPending: busy, mutate: save } = useChange(
    async (choices: readonly { rowNo: number; choice: string }[]) => {
      for (let at = 0; at < choices.length; at += CHOICES_MAX)
        await call(imports.choose, { importId, choices: choices.slice(at, at + CHOICES_MAX) })
    },
    { done: t('imports.choice.saved'), failed: t('imports.choice.notSaved') },
  )
  return { busy, save }
}

/**
 * For a button that saves what was chosen of rows and is disabled once nothing is: the focus then goes to the first row that is left. Returns the refs
 * of both.
 */
function useFocusAfterSave(busy: boolean) {
  const list = useRef<HTMLUListElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const hasSaved = useRef(false)
  // After every render: the saved rows leave with a later one.
  useEffect(() => {
    if (busy) hasSaved.current = true
    if (busy || !hasSaved.current) return
    // The browser takes the focus from a disabled button only later.
    if (document.activeElement !== document.body && document.activeElement !== button.current) return
    if (button.current?.disabled === false) button.current.focus()
    else {
      list.current?.querySelector<HTMLElement>('select, input')?.focus()
      hasSaved.current = false
    }
  })
  return { list, button }
}

/** Rows of people who have left or were closed: they stay so, unless it is chosen that they come back. */
function LeftRows({ run, found }: { run: ImportSummary; found: readonly ImportRow[] }) {
  const t = useTexts()
  const language = useLanguage()
  const { busy, save } = useChoices(run)
  const { list, button } = useFocusAfterSave(busy)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const isAll = found.every(({ rowNo }) => chosen.has(rowNo))
  const set = (rowNo: number, on: boolean) =>
    setChosen(new Set(on ? [...chosen, rowNo] : [...chosen].filter((one) => one !== rowNo)))
  return (
    <>
      <ul ref={list} className="ad-import-rows" aria-label={t('imports.action.left')}>
        {found.map((row) => (
          <li key={row.rowNo} className="ad-import-row">
            <RowHead row={row} />
            <SwitchField
              label={t('bringBack.titleOne', { name: row.name })}
              hint={
                row.leftOn === null
                  ? t('imports.left.closed')
                  : t('imports.left.on', { day: formatFullDay(row.leftOn, language) })
              }
              checked={chosen.has(row.rowNo)}
              disabled={busy}
              onChange={({ currentTarget }) => set(row.rowNo, currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      <div className="k-buttons ad-import-choose">
        <Button
          ref={button}
          kind="primary"
          busy={busy}
          needsNetwork
          disabled={chosen.size === 0}
          onClick={() => save([...chosen].map((rowNo) => ({ rowNo, choice: 'back' })))}
        >
          {t('imports.left.back', { count: chosen.size })}
        </Button>
        {!isAll && (
          <Button disabled={busy} onClick={() => setChosen(new Set(found.map(({ rowNo }) => rowNo)))}>
            {t('imports.left.all', { count: found.length })}
          </Button>
        )}
      </div>
    </>
  )
}

/** Rows that could be several people: each is one of them, or new. */
function Choices({ run, found }: { run: ImportSummary; found: readonly ImportRow[] }) {
  const t = useTexts()
  const { busy, save } = useChoices(run)
  const { list, button } = useFocusAfterSave(busy)
  const [chosen, setChosen] = useState<Readonly<Record<number, string>>>({})
  const mayChoose = isOpen(run)
  const open = found.filter(({ rowNo, choice }) => (chosen[rowNo] ?? choice ?? '') === '')
  const choices = found.flatMap(({ rowNo }) => {
    const choice = chosen[rowNo]
    return choice ? [{ rowNo, choice }] : []
  })

  return (
    <>
      <ul ref={list} className="ad-import-rows" aria-label={t('imports.action.ambiguous')}>
        {found.map((row) => (
          <li key={row.rowNo} className="ad-import-row">
            <RowHead row={row} />
            <select
              className="k-field__input"
              aria-label={t('imports.choice.of', { name: row.name })}
              value={chosen[row.rowNo] ?? row.choice ?? ''}
              disabled={!mayChoose || busy}
              onChange={({ currentTarget }) => setChosen({ ...chosen, [row.rowNo]: currentTarget.value })}
            >
              <option value="">{t('imports.choice.open')}</option>
              {row.candidates.map(({ id, name, number, className }) => (
                <option key={id} value={id}>
                  {[name, number, className].filter((part) => part !== '').join(' · ')}
                </option>
              ))}
              <option value="new">{t('imports.choice.new')}</option>
            </select>
          </li>
        ))}
      </ul>
      {mayChoose && (
        <div className="k-buttons ad-import-choose">
          <Button
            ref={button}
            kind="primary"
            busy={busy}
            needsNetwork
            disabled={choices.length === 0}
            onClick={() => save(choices)}
          >
            {t('imports.choice.save', { count: choices.length })}
          </Button>
          {open.length > 0 && (
            <Button
              disabled={busy}
              onClick={() => setChosen({ ...chosen, ...Object.fromEntries(open.map(({ rowNo }) => [rowNo, 'new'])) })}
            >
              {t('imports.choice.allNew', { count: open.length })}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
