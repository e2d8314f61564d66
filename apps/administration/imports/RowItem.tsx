import type { ImportRow, ImportSummary } from '../../../contract/endpoints/people/imports.ts'
import { importProblems, isImportProblem, remarkText } from '../../../contract/rules/imports/import-problems.ts'
import { importWarnings, isImportWarning } from '../../../contract/rules/imports/import-warnings.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useLocale, useTexts, type TextKey } from '../portal-context.ts'
import { changesOf, kindName } from './row-values.ts'
import { isOpen, useRowChoices } from './use-row-choices.ts'

/** Where a row stands in the file, and whom or what it is about. */
export function RowHead({ row: { kind, userType, sheet, row, name, owner } }: { row: ImportRow }) {
  const t = useTexts()
  const type = ([1, 2, 3, 4] as const).find((one) => one === userType)
  return (
    <div>
      <p className="ad-import-row__name">
        {name || t('none')} <Tag>{kind === 'person' && type ? t(`type.${type}`) : kindName(kind, t)}</Tag>
      </p>
      {owner && <p className="k-soft">{t('imports.guardianOf', { name: owner })}</p>}
      <p className="k-soft">
        {row === 0 ? t('imports.implied') : t(sheet === '' ? 'imports.placeAlone' : 'imports.place', { sheet, row })}
      </p>
    </div>
  )
}

/** A row with its problems, or what becomes of it. */
export function RowItem({ run, row }: { run: ImportSummary; row: ImportRow }) {
  const { t, language } = useLocale()
  const changes = row.action === 'unchanged' || row.action === 'left' ? [] : changesOf(row, t, language)
  const { busy, save } = useRowChoices(run)
  /** What was chosen for the row, and the button that takes it back. */
  const wayBack = (chosen: TextKey, action: TextKey, named: TextKey, choice: string) =>
    isOpen(run) && (
      <div className="ad-line">
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
  const { t, language } = useLocale()
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
