import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { PersonPage } from '../../../../contract/endpoints/people/people.ts'
import { Button } from '../../../../src/app/ui/Button.tsx'
import { lateDialog } from '../../../../src/app/ui/late-part.tsx'
import { useLocale } from '../../portal-context.ts'
import { Card } from '../../../../src/app/ui/record/Card.tsx'
import { GuardianRights, type GuardianPair } from './GuardianRights.tsx'

// Seldom opened.
const GuardianDialog = lateDialog(() => import('./GuardianDialog.tsx'))
const RelativeDialog = lateDialog(() => import('./RelativeDialog.tsx'))

/** The guardians of a pupil: who they are, what they may, where they came from; and adding one. */
export function Guardians({ person }: { person: PersonPage }) {
  const { t, personName } = useLocale()
  const child = personName(person)
  return (
    <Family
      title={t('types.3')}
      none={t('person.noGuardians')}
      add={person.active ? t('family.addGuardian') : null}
      renderDialog={(close) => <GuardianDialog pupil={person} onClose={close} />}
      relatives={person.guardians.map((guardian) => {
        const { userId, loginName, phone, phoneShown } = guardian
        const name = personName(guardian)
        return {
          to: `/people/account/${userId}`,
          name,
          facts: [loginName, phone === loginName ? null : phoneShown],
          pair: { ...guardian, studentId: person.id, parentId: userId, name, child },
        }
      })}
    />
  )
}

/** The same of a parent's children. */
export function Children({ person }: { person: PersonPage }) {
  const { t, nameOf, personName } = useLocale()
  return (
    <Family
      title={t('person.children')}
      none={t('person.noChildren')}
      add={person.active ? t('family.addChild') : null}
      renderDialog={(close) => <RelativeDialog person={person} onClose={close} />}
      relatives={person.children.map((one) => {
        const child = personName(one)
        return {
          to: `/people/pupil/${one.studentId}`,
          name: child,
          facts: [one.number, one.place && nameOf(one.place)],
          pair: { ...one, parentId: person.id, name: personName(person), child },
        }
      })}
    />
  )
}

function Family({
  title,
  none,
  relatives,
  add,
  renderDialog,
}: {
  title: string
  /** What to say without relatives. */
  none: string
  relatives: readonly { to: string; name: string; facts: readonly (string | null)[]; pair: GuardianPair }[]
  /** The label of the button; null where none can be added. */
  add: string | null
  renderDialog: (close: () => void) => ReactNode
}) {
  const [adds, setAdds] = useState(false)
  return (
    <Card title={title}>
      {relatives.length === 0 ? (
        <p className="k-soft">{none}</p>
      ) : (
        <ul className="ad-family">
          {relatives.map(({ to, name, facts, pair }) => (
            <li key={to}>
              <p className="ad-family__name">
                <Link to={to}>{name}</Link> <span className="k-soft">{facts.filter(Boolean).join(' · ')}</span>
              </p>
              <GuardianRights pair={pair} />
            </li>
          ))}
        </ul>
      )}
      {add !== null && (
        <Button needsNetwork onClick={() => setAdds(true)}>
          {add}
        </Button>
      )}
      {adds && renderDialog(() => setAdds(false))}
    </Card>
  )
}
