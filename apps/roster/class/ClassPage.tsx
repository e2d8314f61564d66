import Key from '@phosphor-icons/core/regular/key.svg?react'
import Columns from '@phosphor-icons/core/regular/columns.svg?react'
import Download from '@phosphor-icons/core/regular/download-simple.svg?react'
import Phone from '@phosphor-icons/core/regular/phone.svg?react'
import Printer from '@phosphor-icons/core/regular/printer.svg?react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import * as ownClasses from '../../../contract/endpoints/people/own-classes.ts'
import { classList } from '../../../contract/endpoints/people/roster.ts'
import { USUAL_COLUMNS, type RosterColumn } from '../../../contract/rules/roster-columns.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { Avatar } from '../../../src/app/ui/icons/Avatar.tsx'
import { Icon } from '../../../src/app/ui/icons/Icon.tsx'
import { Permitted } from '../../../src/app/ui/layout/Permitted.tsx'
import type { Column } from '../../../src/app/ui/list/columns.ts'
import { DataTable } from '../../../src/app/ui/list/DataTable.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { ClassHeader } from '../ClassHeader.tsx'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { nameIn, useLanguage, useTexts } from '../portal-context.ts'
import { classColumns, type Student } from './columns.ts'
import { ColumnsDialog } from './ColumnsDialog.tsx'
import { ExportDialog } from './ExportDialog.tsx'

type ClassOfStudents = ResponseOf<typeof classList>

/** A class: its students in the user's columns, on the screen and on paper. */
export default function ClassPage() {
  const t = useTexts()
  const language = useLanguage()
  const { classId = '' } = useParams()
  const query = useEndpoint(classList, { classId })
  const found = query.data ?? null
  const sum = (sex: number) => found?.students.filter((student) => student.sex === sex).length ?? 0
  return (
    <>
      <ClassHeader
        of={found}
        title={found ? nameIn(found, language) : t('title')}
        back={{ label: t('classes.all'), to: '/' }}
        summary={found && t('class.summary', { count: found.students.length, boys: sum(1), girls: sum(2) })}
      >
        {found && <ClassActions of={found} />}
      </ClassHeader>
      <Loaded query={query} text={{ offlineHint: t('offline.hint'), safe: t('failed.safe') }}>
        {(loaded) =>
          loaded.students.length === 0 ? (
            <NoDataCard title={t('class.empty.title')} hint={t('class.empty.hint')} />
          ) : (
            <StudentTable of={loaded} columns={loaded.columns ?? USUAL_COLUMNS} />
          )
        }
      </Loaded>
    </>
  )
}

function ClassActions({ of }: { of: ClassOfStudents }) {
  const t = useTexts()
  const client = useQueryClient()
  const [dialog, setDialog] = useState<'columns' | 'export' | null>(null)
  const columns = of.columns ?? USUAL_COLUMNS
  const close = () => setDialog(null)
  const { data: mine = [] } = useEndpoint(ownClasses.list, {})
  return (
    <>
      {mine.some(({ classId }) => classId === of.classId) && (
        <Link className="k-button k-button--plain" to={`/class/${of.classId}/accounts`}>
          <Icon svg={Key} />
          {t('action.accounts')}
        </Link>
      )}
      <Permitted codes="roster_contacts">
        <Link className="k-button k-button--plain" to={`/class/${of.classId}/contacts`}>
          <Icon svg={Phone} />
          {t('action.contacts')}
        </Link>
      </Permitted>
      <Button icon={Columns} onClick={() => setDialog('columns')}>
        {t('columns.title')}
      </Button>
      {of.students.length > 0 && (
        <>
          <Button icon={Printer} onClick={() => print()}>
            {t('action.print')}
          </Button>
          <Permitted codes="roster_export">
            <Button icon={Download} onClick={() => setDialog('export')}>
              {t('action.export')}
            </Button>
          </Permitted>
        </>
      )}
      {dialog === 'columns' && (
        <ColumnsDialog
          columns={columns}
          onClose={close}
          onSaved={(saved) => {
            client.setQueriesData<ClassOfStudents>({ queryKey: [classList.name] }, (before) =>
              before ? { ...before, columns: [...saved] } : before,
            )
            close()
          }}
        />
      )}
      {dialog === 'export' && <ExportDialog of={of} columns={columns} onClose={close} />}
    </>
  )
}

/** The chosen columns; also what is empty is drawn, which is for writing on paper. */
function useStudentColumns(columns: readonly RosterColumn[]): readonly Column<Student>[] {
  const t = useTexts()
  const language = useLanguage()
  return classColumns(columns, language, t).map((column) => ({
    ...column,
    cell: (student) => (
      <span className="ro-cell" data-column={column.key}>
        {column.key === 'name' && <Avatar picture={null} sex={student.sex} size={28} chance="" />}
        {column.value(student)}
      </span>
    ),
  }))
}

function StudentTable({ of, columns }: { of: ClassOfStudents; columns: readonly RosterColumn[] }) {
  const t = useTexts()
  const language = useLanguage()
  const shown = useStudentColumns(columns)
  return (
    <div className="app-card ro-table">
      <DataTable
        label={t('class.table', { name: nameIn(of, language) })}
        rows={of.students}
        columns={shown}
        keyOf={({ studentId }) => studentId}
        tabStop
        hasCards={false}
      />
    </div>
  )
}
