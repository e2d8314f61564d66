import './home-chips.css'
import '../../ui/layout/fade-edges.css'
import UsersThree from '@phosphor-icons/core/regular/users-three.svg?react'
import { useEffect, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Child } from '../../../../contract/endpoints/family/family.ts'
import type { WaitingCounts } from '../../../../contract/endpoints/messages/messages.ts'
import type { LinkedSchool } from '../../../../contract/endpoints/family/linked-schools.ts'
import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useOnline } from '../../core/connectivity/use-online.ts'
import { schoolName } from '../../core/family/linked-schools.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { personName } from '../../micro-apps/names.ts'
import { Avatar } from '../../ui/icons/Avatar.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { chooseChild, followCurrentChild, tellServer } from './choose-child.ts'
import { hasChips, totalOf, useHomeParts } from './home-children.ts'
import { useChildPicture } from './use-child-picture.ts'
import { useFamily } from './use-family.ts'

/** A parent's children at all schools, as a group of which one is chosen: what the desktop is narrowed to. Nothing where there is no choice. */
export default function HomeChips({ user }: { user: Pick<SessionUser, 'userId' | 'userType'> }) {
  const { t } = useTranslation('family')
  const online = useOnline()
  const { parts, chosen } = useHomeParts(user)
  const currentId = useFamily(user)?.currentChirden?.id
  useEffect(() => followCurrentChild(user, currentId), [user, currentId])
  useEffect(() => {
    if (online) void tellServer(user)
  }, [online, user])
  if (!hasChips(parts)) return null

  const children = parts.flatMap(({ school, children: all }) => all.map((child) => ({ school, child })))
  const chosenAt = chosen
    ? children.findIndex(({ school, child }) => child.id === chosen.id && (school?.userId ?? null) === chosen.account)
    : -1
  const { message, todo } = totalOf(parts)
  const total = parts.some(({ overview }) => !overview) ? null : message + todo

  return (
    <div className="fam-chips k-fade-edges" role="radiogroup" aria-label={t('home.label')}>
      <Chip
        isChosen={chosenAt < 0}
        name={t('overview.all')}
        count={total}
        onChoose={() => void chooseChild(user, null)}
      >
        <Icon svg={UsersThree} size={22} />
      </Chip>
      {children.map(({ school, child }, at) => (
        <ChildChip
          key={`${school?.userId ?? ''} ${child.id}`}
          child={child}
          school={school}
          isSchoolShown={parts.length > 1}
          count={waitingOf(child)}
          isChosen={at === chosenAt}
          onChoose={() => void chooseChild(user, { account: school?.userId ?? null, id: child.id })}
        />
      ))}
    </div>
  )
}

/** Messages and to-dos of a child; null while they are not known. */
function waitingOf(child: Child & Partial<WaitingCounts>): number | null {
  return child.message === undefined || child.todo === undefined ? null : child.message + child.todo
}

/** Arrow keys go from one to the next, Home and End to the ends; pressing chooses. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const chips = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=radio]') ?? [])]
  const at = chips.indexOf(event.currentTarget)
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  chips.at(to % chips.length)?.focus()
}

function ChildChip({
  child,
  school,
  isSchoolShown,
  ...chip
}: {
  child: Child
  school: LinkedSchool | null
  isSchoolShown: boolean
  count: number | null
  isChosen: boolean
  onChoose: () => void
}) {
  const language = useLanguage()
  const picture = useChildPicture(child, school?.userId ?? null)
  return (
    <Chip
      {...chip}
      name={personName(child, language)}
      school={isSchoolShown && school ? schoolName(school, language) : undefined}
    >
      <Avatar picture={picture} sex={child.sex ?? null} size={32} chance={picture ?? ''} />
    </Chip>
  )
}

function Chip({
  name,
  school,
  count,
  isChosen,
  onChoose,
  children,
}: {
  name: string
  school?: string | undefined
  count: number | null
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation('family')
  const whose = school === undefined ? name : t('home.childAt', { name, school })
  return (
    <button
      type="button"
      role="radio"
      className="fam-chip"
      aria-checked={isChosen}
      aria-label={count ? t('home.count', { name: whose, count }) : whose}
      tabIndex={isChosen ? 0 : -1}
      onClick={onChoose}
      onKeyDown={moveFocus}
    >
      <span className="fam-chip__picture">{children}</span>
      <span className="fam-chip__words">
        <span className="fam-chip__name">{name}</span>
        {school !== undefined && <span className="fam-chip__school">{school}</span>}
      </span>
      {/* Its place is reserved while it loads. */}
      <span className="k-number" data-unknown={!count || undefined}>
        {count ?? 0}
      </span>
    </button>
  )
}
