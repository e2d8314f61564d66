import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { GUARDIAN_CODE_USES } from '../../../contract/endpoints/family/join.ts'
import * as guardianCodes from '../../../contract/endpoints/people/guardian-codes.ts'
import * as people from '../../../contract/endpoints/people/people.ts'
import { type PersonPage as Person } from '../../../contract/endpoints/people/people.ts'
import * as structureEndpoints from '../../../contract/endpoints/people/structure.ts'
import { DETAIL_FIELDS, hasSealed, isSealed, labelOf, SEALED_FIELDS } from '../../../contract/people/fields.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint, useRecord } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { formatBytes } from '../../../src/app/ui/format/format.ts'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { useRegainedFocus } from '../../../src/app/ui/use-regained-focus.ts'
import { useLocale, useTexts } from '../portal-context.ts'
import { PersonRoles } from '../roles/PersonRoles.tsx'
import { BringBackDialog } from './BringBackDialog.tsx'
import { FirstPasswordsDialog } from './FirstPasswordsDialog.tsx'
import { Children, Guardians } from './family/Family.tsx'
import { LinkedAccount } from './family/LinkedAccount.tsx'
import { PersonDialog } from './PersonDialog.tsx'
import { shownValue } from './person-values.ts'
import { PersonJobs } from './PersonJobs.tsx'
import { usePeopleActions } from './use-people-actions.ts'
import { lateDialog } from '../../../src/app/ui/late-part.tsx'
import { NoDataCard } from '../../../src/app/ui/record/NoDataCard.tsx'
import { Fact, FactsCard } from '../../../src/app/ui/record/Facts.tsx'
import { CardColumns } from '../../../src/app/ui/record/Card.tsx'
import { RecordPage } from '../../../src/app/ui/record/RecordPage.tsx'

// Seldom opened.
const ExportPersonDialog = lateDialog(() => import('./ExportPersonDialog.tsx'))
const EraseDialog = lateDialog(() => import('./EraseDialog.tsx'))
const MergeDialog = lateDialog(() => import('./MergeDialog.tsx'))

/** Everything that the administration shows of a person, in groups. */
export default function PersonPage() {
  const { t, nameOf, personName } = useLocale()
  const { id = '' } = useParams()
  const { query, isGone } = useRecord(people.show, 'people.gone')
  return (
    <RecordPage
      record={query.data}
      isGone={isGone}
      title={t('person.title')}
      back={{ label: t('section.people'), to: '/people' }}
      renderHeading={(person) => (
        <>
          {personName(person)} {!person.active && <Tag>{t('filter.inactive')}</Tag>}
        </>
      )}
      renderHint={summaryOf}
      renderActions={(person) => <Actions person={person} />}
      gone={
        <PersonJobs of={id} otherwise={<NoDataCard title={t('person.gone.title')} hint={t('person.gone.hint')} />} />
      }
    >
      <PersonJobs of={id} />
      <Loaded query={query}>{(found) => <Groups person={found} />}</Loaded>
    </RecordPage>
  )

  function summaryOf({ userType, number, places }: Person): string {
    return [t(`type.${userType}`), number, ...places.map(nameOf)].filter(Boolean).join(' · ')
  }
}

type Dialog = 'edit' | 'passwords' | 'bringBack' | 'erase' | 'merge' | 'export'

function Actions({ person }: { person: Person }) {
  const t = useTexts()
  const actions = usePeopleActions()
  const { data: structure } = useEndpoint(structureEndpoints.read, {})
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const whole = structure?.whole === true
  const open = (wanted: Dialog, label: string, kind: 'primary' | 'plain' | 'danger' = 'plain') => (
    <Button kind={kind} needsNetwork disabled={wanted === 'edit' && !structure} onClick={() => setDialog(wanted)}>
      {label}
    </Button>
  )
  return (
    <>
      {person.active && open('edit', t('action.edit'), 'primary')}
      {person.active && open('passwords', t('action.firstPassword'))}
      {person.active && whole && (
        <Button needsNetwork onClick={() => actions.deactivate.mutate([person])}>
          {t('action.deactivate')}
        </Button>
      )}
      {!person.active && whole && open('bringBack', t('action.bringBack'), 'primary')}
      {!person.active && whole && open('erase', t('action.erase'), 'danger')}
      {person.active && whole && open('merge', t('action.merge'))}
      {whole && open('export', t('action.exportAll'))}
      {dialog === 'edit' && structure && <PersonDialog person={person} structure={structure} onClose={close} />}
      {dialog === 'passwords' && <FirstPasswordsDialog people={[person]} onClose={close} />}
      {dialog === 'erase' && <EraseDialog person={person} onClose={close} />}
      {dialog === 'merge' && <MergeDialog person={person} onClose={close} />}
      {dialog === 'export' && <ExportPersonDialog person={person} onClose={close} />}
      {dialog === 'bringBack' && <BringBackDialog people={[person]} structure={structure} onClose={close} />}
    </>
  )
}

/** Further facts of registers. The server shows sealed numbers on request, to holders of the right in the whole unit only, and records it. */
function Details({ person: { kind, id, details } }: { person: Person }) {
  const { t, language } = useLocale()
  const { data: structure } = useEndpoint(structureEndpoints.read, {})
  const numbers = useChange(people.showIdCard, { failed: t('person.notShown'), again: false, renews: [] })
  const button = useRegainedFocus(numbers.isPending)
  const mayLook = structure?.whole === true
  const shown = mayLook ? numbers.data : undefined
  const ask = mayLook && (
    <Button
      ref={button}
      needsNetwork={!shown}
      busy={numbers.isPending}
      onClick={() => (shown ? numbers.reset() : numbers.mutate({ kind, id }))}
    >
      {t(shown ? 'person.hideNumber' : 'person.showNumber')}
    </Button>
  )
  return (
    <>
      {SEALED_FIELDS.filter((name) => details[hasSealed(name)]).map((name, at) => (
        <Fact key={name} label={t(labelOf(name))}>
          <span className="ad-line">
            <span>{shown?.[name] ?? '••••'}</span>
            {at === 0 && ask}
          </span>
        </Fact>
      ))}
      {DETAIL_FIELDS.map((name) => {
        const value = isSealed(name) ? null : details[name]
        return (
          value !== null && (
            <Fact key={name} label={t(labelOf(name))}>
              {shownValue(name, value, t, language)}
            </Fact>
          )
        )
      })}
    </>
  )
}

function Groups({ person }: { person: Person }) {
  const { t, nameOf, personName, date, language } = useLocale()
  const isPupil = person.userType === 1
  const isParent = person.userType === 3
  const mayGive = usePermitted('base_role')
  const { signIn, face, left } = person
  return (
    <CardColumns>
      <FactsCard title={t('person.basics')}>
        <Fact label={t('column.name')}>{person.realName}</Fact>
        <Fact label={t('form.englishName')}>{person.englishName}</Fact>
        {!isParent && <Fact label={t(isPupil ? 'form.pupilNumber' : 'form.staffNumber')}>{person.number}</Fact>}
        <Fact label={t('column.sex')}>{person.sex && shownValue('sex', person.sex, t, language)}</Fact>
        {isPupil && <Fact label={t('form.birthday')}>{person.birthday && date(person.birthday)}</Fact>}
        <Fact label={t(isPupil || isParent ? 'filter.class' : 'filter.department')}>
          {person.places.map(nameOf).join(t('comma'))}
        </Fact>
        {!isPupil && !isParent && (
          <Fact label={t('form.positionTitle')}>
            {nameOf({ name: person.positionTitle, englishName: person.englishPositionTitle })}
          </Fact>
        )}
        <Details key={`${person.kind}/${person.id}/${person.version}`} person={person} />
        {left && <Fact label={t(`person.left.${left.reason}`)}>{date(left.on)}</Fact>}
      </FactsCard>
      <FactsCard title={t('person.account')}>
        {!person.loginName ? (
          <Fact label={t('column.loginName')}>{t(person.loginName === '' ? 'person.byCode' : 'person.noAccount')}</Fact>
        ) : (
          <>
            <Fact label={t('column.loginName')}>{person.loginName}</Fact>
            <Fact label={t('column.password')}>
              {person.password === 'first' || person.password === 'lapsed' ? (
                <Tag kind="warning">{t(`password.${person.password}`)}</Tag>
              ) : (
                t(`password.${person.password}`)
              )}
            </Fact>
            <Fact label={t('column.lastSignIn')}>
              {person.lastSignIn === null ? t('person.never') : <TimeAgo at={person.lastSignIn} />}
            </Fact>
          </>
        )}
        <Fact label={t('form.email')}>{person.email}</Fact>
        <Fact label={t('form.phone')}>{person.phoneShown}</Fact>
        {!mayGive && <Fact label={t('person.roles')}>{person.roles.map(nameOf).join(t('comma'))}</Fact>}
      </FactsCard>
      {(person.userType === 2 || isParent) && <LinkedAccount person={person} />}
      {mayGive && person.userId !== null && (
        <PersonRoles userId={person.userId} name={personName(person)} active={person.active} />
      )}
      {person.classes.length > 0 && (
        <FactsCard title={t('person.classes')}>
          {person.classes.map((one) => (
            <Fact key={one.classId} label={<Link to={`/people?type=1&class=${one.classId}`}>{nameOf(one)}</Link>}>
              {[one.head ? t('person.head') : '', ...one.subjects.map(nameOf)].filter(Boolean).join(t('comma'))}
            </Fact>
          ))}
        </FactsCard>
      )}
      {isPupil && <Guardians person={person} />}
      {isPupil && person.guardianCode && <GuardianCode studentId={person.id} code={person.guardianCode} />}
      {isParent && <Children person={person} />}
      {person.history.length > 0 && (
        <FactsCard title={t('person.history')}>
          {person.history.map((one) => (
            <Fact key={one.yearId ?? ''} label={one.year || t('none')}>
              {nameOf(one.class)} {one.yearId === null && <Tag>{t('person.now')}</Tag>}
              {one.headTeacher && (
                <div className="k-soft">{t('structure.head', { name: personName(one.headTeacher) })}</div>
              )}
            </Fact>
          ))}
        </FactsCard>
      )}
      {person.userId !== null && (
        <>
          <FactsCard title={t('person.signIn')}>
            <Fact label={t('person.passkeys')}>{signIn.passkeys}</Fact>
            <Fact label={t('person.secondStep')}>{t(signIn.secondStep ? 'yes' : 'no')}</Fact>
            <Fact label={t('person.identities')}>{signIn.identities}</Fact>
            <Fact label={t('person.devices')}>{signIn.devices}</Fact>
            <Fact label={t('person.sessions')}>{signIn.sessions}</Fact>
          </FactsCard>
          <FactsCard title={t('person.data')}>
            <Fact label={t('person.storage')}>{formatBytes(person.storageUsed, language)}</Fact>
            <Fact label={t('person.consent')}>{t(face.consent ? 'yes' : 'no')}</Fact>
            <Fact label={t('person.photos')}>{face.photos}</Fact>
          </FactsCard>
        </>
      )}
    </CardColumns>
  )
}

/** The open code on paper, by which guardians join. */
function GuardianCode({ studentId, code }: { studentId: string; code: NonNullable<Person['guardianCode']> }) {
  const { t, date } = useLocale()
  const revoke = useChange(guardianCodes.revoke, {
    done: t('guardianCode.revoked'),
    failed: t('guardianCode.notRevoked'),
  })
  return (
    <FactsCard title={t('guardianCode.title')}>
      <Fact label={t('guardianCode.uses')}>
        {t('guardianCode.usesOf', { count: code.uses, of: GUARDIAN_CODE_USES })}
      </Fact>
      <Fact label={t('guardianCode.until')}>{date(code.expiresAt.slice(0, 10))}</Fact>
      <Fact label={t('guardianCode.end')}>
        <Button needsNetwork onClick={() => revoke.mutate({ studentId })}>
          {t('guardianCode.revoke')}
        </Button>
      </Fact>
    </FactsCard>
  )
}
