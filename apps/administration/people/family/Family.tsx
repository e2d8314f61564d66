import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { PersonPage } from '../../../../contract/endpoints/people/people.ts'
import { useLanguage } from '../../../../src/app/core/language/use-language.ts'
import { Button } from '../../../../src/app/ui/Button.tsx'
import { lateDialog } from '../../../../src/app/ui/late-part.tsx'
import { nameIn, personName, useTexts } from '../../portal-context.ts'
import { Card } from '../../../../src/app/ui/record/Card.tsx'
import { GuardianRights, type GuardianPair } from './GuardianRights.tsx'

// Seldom opened.
const GuardianDialog = lateDialog(() => import('./GuardianDialog.tsx'))
const ChildDialog = lateDialog(() => import('./ChildDialog.tsx'))

/** The guardians of a pupil: who they are, what they may, where they came from; and adding one. */
export function Guardians({ person }: { person: PersonPage }) {
  const t = useTexts()
  const language = useLanguage()
  const [adds, setAdds] = useState(false)
  return (
    <Family
      title={t('person.guardians')}
      none={person.guardians.length === 0 && t('person.noGuardians')}
      add={person.active ? { label: t('family.addGuardian'), run: () => setAdds(true) } : null}
      dialog={adds && <GuardianDialog pupil={person} onClose={() => setAdds(false)} />}
    >
      {person.guardians.map((guardian) => (
        <Relative
          key={guardian.userId}
          to={`/people/account/${guardian.userId}`}
          name={personName(guardian, language)}
          facts={[guardian.loginName, guardian.phone === guardian.loginName ? null : guardian.phoneShown]}
          pair={{
            ...guardian,
            studentId: person.id,
            parentId: guardian.userId,
            name: personName(guardian, language),
            child: personName(person, language),
          }}
        />
      ))}
    </Family>
  )
}

/** The same of a parent's children. */
export function Children({ person }: { person: PersonPage }) {
  const t = useTexts()
  const language = useLanguage()
  const [adds, setAdds] = useState(false)
  return (
    <Family
      title={t('person.children')}
      none={person.children.length === 0 && t('person.noChildren')}
      add={person.active ? { label: t('family.addChild'), run: () => setAdds(true) } : null}
      dialog={adds && <ChildDialog parent={person} onClose={() => setAdds(false)} />}
    >
      {person.children.map((child) => (
        <Relative
          key={child.studentId}
          to={`/people/pupil/${child.studentId}`}
          name={personName(child, language)}
          facts={[child.number, child.place && nameIn(child.place, language)]}
          pair={{
            ...child,
            parentId: person.id,
            name: personName(person, language),
            child: personName(child, language),
          }}
        />
      ))}
    </Family>
  )
}

function Family({
  title,
  none,
  add,
  dialog,
  children,
}: {
  title: string
  none: string | false
  add: { label: string; run: () => void } | null
  dialog: ReactNode
  children: ReactNode
}) {
  return (
    <Card title={title}>
      {none ? <p className="ad-soft">{none}</p> : <ul className="ad-family">{children}</ul>}
      {add && (
        <Button needsNetwork onClick={add.run}>
          {add.label}
        </Button>
      )}
      {dialog}
    </Card>
  )
}

function Relative({
  to,
  name,
  facts,
  pair,
}: {
  to: string
  name: string
  facts: readonly (string | null)[]
  pair: GuardianPair
}) {
  return (
    <li>
      <p className="ad-family__name">
        <Link to={to}>{name}</Link> <span className="ad-soft">{facts.filter(Boolean).join(' · ')}</span>
      </p>
      <GuardianRights pair={pair} />
    </li>
  )
}
