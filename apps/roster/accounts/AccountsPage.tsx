import Printer from '@phosphor-icons/core/regular/printer.svg?react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as ownClasses from '../../../contract/endpoints/people/own-classes.ts'
import type { OwnPupil } from '../../../contract/endpoints/people/own-classes.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Segments } from '../../../src/app/ui/fields/Segments.tsx'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import type { Column } from '../../../src/app/ui/list/columns.ts'
import { DataTable } from '../../../src/app/ui/list/DataTable.tsx'
import { useSelection } from '../../../src/app/ui/list/use-selection.ts'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { ClassHeader } from '../ClassHeader.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { nameIn, personName, useLanguage, useOnline, useTexts } from '../portal-context.ts'
import { PasswordsDialog } from './PasswordsDialog.tsx'
import { findPupils, type Shown } from './find-pupils.ts'

/** Who of an own class has signed in, and first passwords for those who cannot. */
export default function AccountsPage() {
  const t = useTexts()
  const language = useLanguage()
  const { classId = '' } = useParams()
  const query = useEndpoint(ownClasses.pupils, { classId })
  const found = query.data?.classId === classId ? query.data : null
  const name = found ? nameIn(found, language) : ''
  return (
    <>
      <ClassHeader
        of={null}
        title={found ? t('accounts.title', { name }) : t('action.accounts')}
        back={
          found?.isHead
            ? { label: t('class.backTo', { name }), to: `/class/${classId}` }
            : { label: t('classes.all'), to: '/' }
        }
        summary={
          found &&
          t('accounts.summary', { count: found.pupils.length, never: findPupils(found.pupils, 'never').length })
        }
      />
      <Loaded query={query} text={{ offlineHint: t('offline.hint'), safe: t('failed.safe') }}>
        {(loaded) =>
          loaded.pupils.length === 0 ? (
            <NoDataCard title={t('class.empty.title')} hint={t('class.empty.hint')} />
          ) : (
            <Accounts of={loaded} />
          )
        }
      </Loaded>
    </>
  )
}

const keyOf = ({ studentId }: OwnPupil) => studentId

const SHOWN = ['all', 'never', 'first'] as const

function Accounts({ of }: { of: ResponseOf<typeof ownClasses.pupils> }) {
  const t = useTexts()
  const language = useLanguage()
  const online = useOnline()
  const [shown, setShown] = useState<Shown>('all')
  const selection = useSelection<OwnPupil>(keyOf)
  const [giving, setGiving] = useState<readonly OwnPupil[] | null>(null)
  const columns = useAccountColumns((pupil) => setGiving([pupil]))
  const found = findPupils(of.pupils, shown)
  const able = found.filter(({ mayReset }) => mayReset)
  const chosen = able.filter((pupil) => selection.rows.has(keyOf(pupil)))

  return (
    <>
      <Segments
        label={t('accounts.shown')}
        labelled="unseen"
        options={SHOWN.map((value) => ({
          value,
          label: t(`accounts.show.${value}`, { count: findPupils(of.pupils, value).length }),
        }))}
        value={shown}
        onChange={setShown}
      />
      <p className="visually-hidden" role="status">
        {shown !== 'all' && t('accounts.found', { count: found.length })}
      </p>
      <div className="ro-accounts__bar">
        <Button
          kind="primary"
          icon={Printer}
          needsNetwork
          disabled={chosen.length === 0 && able.length === 0}
          onClick={() => setGiving(chosen.length > 0 ? chosen : able)}
        >
          {chosen.length > 0 ? t('accounts.printPicked', { count: chosen.length }) : t('accounts.printAll')}
        </Button>
        <span className="k-soft">{online ? t('accounts.hint') : t('offline.action')}</span>
      </div>
      {found.length === 0 ? (
        <NoDataCard title={t(`accounts.none.${shown}`)} hint={t('accounts.noneHint')} />
      ) : (
        <div className="app-card">
          <DataTable
            label={t('accounts.table', { name: nameIn(of, language) })}
            rows={found}
            columns={columns}
            keyOf={keyOf}
            selection={{
              ...selection,
              nameOf: (pupil) => personName(pupil, language),
              maySelect: ({ mayReset }) => mayReset,
              allLabel: t('accounts.pickAll'),
            }}
          />
        </div>
      )}
      {giving && (
        <PasswordsDialog
          classId={of.classId}
          pupils={giving}
          onClose={() => setGiving(null)}
          onDone={selection.clear}
        />
      )}
    </>
  )
}

function useAccountColumns(onReset: (pupil: OwnPupil) => void): readonly Column<OwnPupil>[] {
  const t = useTexts()
  const language = useLanguage()
  return [
    {
      key: 'name',
      heading: t('column.name'),
      cell: (pupil) => (
        <span>
          {personName(pupil, language)}
          <span className="k-soft ro-accounts__number">{pupil.number}</span>
        </span>
      ),
    },
    {
      key: 'loginName',
      heading: t('accounts.loginName'),
      isLabelled: true,
      cell: ({ loginName }) => loginName ?? <span className="k-soft">{t('accounts.noAccount')}</span>,
    },
    {
      key: 'lastSignIn',
      heading: t('accounts.lastSignIn'),
      isLabelled: true,
      cell: ({ loginName, lastSignIn, password }) =>
        loginName !== null && (
          <span className="ro-accounts__state">
            {lastSignIn === null ? t('accounts.never') : <TimeAgo at={lastSignIn} />}
            {password === 'first' && <Tag kind="warning">{t('accounts.firstPassword')}</Tag>}
            {password === 'lapsed' && <Tag kind="warning">{t('accounts.lapsedPassword')}</Tag>}
          </span>
        ),
    },
    {
      key: 'reset',
      heading: t('accounts.reset'),
      isActions: true,
      cell: (pupil) =>
        pupil.mayReset ? (
          <Button
            needsNetwork
            aria-label={t('accounts.resetOf', { name: personName(pupil, language) })}
            onClick={() => onReset(pupil)}
          >
            {t('accounts.reset')}
          </Button>
        ) : (
          pupil.loginName !== null && <span className="k-soft">{t('accounts.byAdministrator')}</span>
        ),
    },
  ]
}
