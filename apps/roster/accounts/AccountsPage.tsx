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
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { ClassHeader } from '../ClassHeader.tsx'
import { Loaded } from '../Loaded.tsx'
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
            : { label: t('class.back'), to: '/' }
        }
        summary={
          found &&
          t('accounts.summary', { count: found.pupils.length, never: findPupils(found.pupils, 'never').length })
        }
      />
      <Loaded query={query}>
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

const SHOWN = ['all', 'never', 'first'] as const

function Accounts({ of }: { of: ResponseOf<typeof ownClasses.pupils> }) {
  const t = useTexts()
  const language = useLanguage()
  const online = useOnline()
  const [shown, setShown] = useState<Shown>('all')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [giving, setGiving] = useState<readonly OwnPupil[] | null>(null)
  const found = findPupils(of.pupils, shown)
  const able = found.filter(({ mayReset }) => mayReset)
  const chosen = able.filter(({ studentId }) => picked.has(studentId))
  const pick = (ids: readonly string[], on: boolean) => {
    const next = new Set(picked)
    for (const id of ids) {
      if (on) next.add(id)
      else next.delete(id)
    }
    setPicked(next)
  }

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
        <span className="ro-soft">{online ? t('accounts.hint') : t('offline.action')}</span>
      </div>
      {found.length === 0 ? (
        <NoDataCard title={t(`accounts.none.${shown}`)} hint={t('accounts.noneHint')} />
      ) : (
        <div className="app-card">
          <table className="ro-table ro-accounts">
            <caption className="visually-hidden">{t('accounts.table', { name: nameIn(of, language) })}</caption>
            <thead>
              <tr>
                <th scope="col" className="ro-pick">
                  <label className="ro-pick__label">
                    <input
                      type="checkbox"
                      aria-label={t('accounts.pickAll')}
                      disabled={able.length === 0}
                      checked={able.length > 0 && chosen.length === able.length}
                      ref={(box) => {
                        if (box) box.indeterminate = chosen.length > 0 && chosen.length < able.length
                      }}
                      onChange={({ currentTarget }) =>
                        pick(
                          able.map(({ studentId }) => studentId),
                          currentTarget.checked,
                        )
                      }
                    />
                  </label>
                </th>
                <th scope="col">{t('column.name')}</th>
                <th scope="col">{t('accounts.loginName')}</th>
                <th scope="col">{t('accounts.lastSignIn')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('accounts.reset')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {found.map((pupil) => (
                <PupilRow
                  key={pupil.studentId}
                  of={pupil}
                  isPicked={picked.has(pupil.studentId) && pupil.mayReset}
                  onPick={(on) => pick([pupil.studentId], on)}
                  onReset={() => setGiving([pupil])}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {giving && (
        <PasswordsDialog
          classId={of.classId}
          pupils={giving}
          onClose={() => setGiving(null)}
          onDone={() => setPicked(new Set())}
        />
      )}
    </>
  )
}

function PupilRow({
  of: pupil,
  isPicked,
  onPick,
  onReset,
}: {
  of: OwnPupil
  isPicked: boolean
  onPick: (on: boolean) => void
  onReset: () => void
}) {
  const t = useTexts()
  const language = useLanguage()
  const { loginName, lastSignIn, password, mayReset } = pupil
  const name = personName(pupil, language)
  return (
    <tr data-picked={isPicked || undefined}>
      <td className="ro-pick">
        {mayReset && (
          <label className="ro-pick__label">
            <input
              type="checkbox"
              aria-label={t('accounts.pick', { name })}
              checked={isPicked}
              onChange={({ currentTarget }) => onPick(currentTarget.checked)}
            />
          </label>
        )}
      </td>
      <th scope="row">
        {name}
        <span className="ro-soft ro-accounts__number">{pupil.number}</span>
      </th>
      <td data-label={t('accounts.loginName')}>
        {loginName ?? <span className="ro-soft">{t('accounts.noAccount')}</span>}
      </td>
      <td data-label={t('accounts.lastSignIn')}>
        <span className="ro-accounts__state">
          {loginName !== null && (lastSignIn === null ? t('accounts.never') : <TimeAgo at={lastSignIn} />)}
          {password === 'first' && <Tag kind="warning">{t('accounts.firstPassword')}</Tag>}
          {password === 'lapsed' && <Tag kind="warning">{t('accounts.lapsedPassword')}</Tag>}
        </span>
      </td>
      <td>
        {mayReset ? (
          <Button needsNetwork aria-label={t('accounts.resetOf', { name })} onClick={onReset}>
            {t('accounts.reset')}
          </Button>
        ) : (
          loginName !== null && <span className="ro-soft">{t('accounts.byAdministrator')}</span>
        )}
      </td>
    </tr>
  )
}
