import type { SessionUser } from '../../../../contract/endpoints/sign-in/session.ts'
import { useHome } from '../../core/family/use-home.ts'
import ChildButton from './ChildButton.tsx'
import FamilyButton from './FamilyButton.tsx'
import { useFamily } from './use-family.ts'

/**
 * Beside the greeting of a parent. With several children the way to the overview of all, or nothing on a phone: there the chips below are the switch, and the
 * table of children is in the person's sheet. With one child a phone shows its name here, because its header has no room.
 */
export default function FamilyBeside({
  user,
  phone,
}: {
  user: Pick<SessionUser, 'userId' | 'userType'>
  phone: boolean
}) {
  const family = useFamily(user)
  const { schools } = useHome(user)
  if (!family) return null
  const hasSeveral = family.chirdenList.length > 1 || schools.length > 0
  if (phone) return hasSeveral ? null : <ChildButton user={user} />
  return hasSeveral && <FamilyButton user={user} />
}
