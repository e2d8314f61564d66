import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { narrow } from '../../core/family/use-home.ts'
import { useLanguage } from '../../core/language/use-language.ts'
import { findChild, useHomeParts } from '../../features/family/home-children.ts'
import { MessageList } from '../../features/messages/MessageList.tsx'
import { MessageTools } from '../../features/messages/MessageTools.tsx'
import { TodoPanel } from '../../features/todos/TodoPanel.tsx'
import { personName } from '../../micro-apps/names.ts'
import { latePart } from '../../ui/late-part.tsx'

// Most people have no linked school.
const LinkedMessages = latePart(() => import('../../features/messages/LinkedMessages.tsx'))

/** What the lists beside the desktop are narrowed to. */
function useNarrowed(user: SessionUser) {
  const language = useLanguage()
  const { parts, ...home } = useHomeParts(user)
  const { isOwnShown, ownChild, shown } = narrow(home)
  const found = findChild(parts, home.chosen)
  const child = ownChild === undefined ? undefined : { id: ownChild, name: found ? personName(found, language) : '' }
  return {
    isOwnShown,
    child,
    schools: shown.filter(({ problem }) => problem === null),
    schoolChild: isOwnShown ? undefined : home.chosen?.id,
  }
}

/** Unread messages of the own school and of linked ones, or of the chosen child; `titleAs`: the headings of the schools. */
export function HomeMessages({ user, titleAs = 'h3' }: { user: SessionUser; titleAs?: 'h2' | 'h3' }) {
  const { isOwnShown, child, schools, schoolChild } = useNarrowed(user)
  return (
    <>
      {isOwnShown && <MessageList key={child?.id ?? ''} userId={user.userId} child={child} />}
      {schools.length > 0 && (
        <LinkedMessages userId={user.userId} schools={schools} child={schoolChild} titleAs={titleAs} />
      )}
    </>
  )
}

/** Actions for these messages. */
export function HomeMessageTools({ user }: { user: SessionUser }) {
  const { isOwnShown, ...of } = useNarrowed(user)
  return <MessageTools userId={user.userId} isOwnHidden={!isOwnShown} {...of} />
}

/** The same of to-dos. */
export function HomeTodos({ user, onClose }: { user: SessionUser; onClose?: () => void }) {
  const { isOwnShown, child, schools, schoolChild } = useNarrowed(user)
  return (
    <TodoPanel
      userId={user.userId}
      child={child}
      schools={schools}
      schoolChild={schoolChild}
      isOwnHidden={!isOwnShown}
      {...(onClose && { onClose })}
    />
  )
}
